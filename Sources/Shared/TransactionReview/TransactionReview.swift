// TransactionReview: to come.
