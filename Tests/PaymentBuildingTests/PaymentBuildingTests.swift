// PaymentBuildingTests: to come.
