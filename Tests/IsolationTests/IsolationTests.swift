// IsolationTests: to come.
