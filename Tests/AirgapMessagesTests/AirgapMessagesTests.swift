// AirgapMessagesTests: to come.
