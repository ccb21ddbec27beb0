// AirgapTransferTests: to come.
