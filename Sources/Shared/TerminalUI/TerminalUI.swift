// TerminalUI: to come.
