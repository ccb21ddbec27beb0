// TransactionReviewTests: to come.
