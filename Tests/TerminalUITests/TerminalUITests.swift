// TerminalUITests: to come.
