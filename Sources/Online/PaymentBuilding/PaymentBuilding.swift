// PaymentBuilding: to come.
