// AirgapMessages: to come.
