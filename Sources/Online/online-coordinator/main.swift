// online-coordinator: to come.
