// OnlineCoordinator: to come.
