// AirgapTransfer: to come.
