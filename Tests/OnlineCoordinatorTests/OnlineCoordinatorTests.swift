// OnlineCoordinatorTests: to come.
