// ScriptVerification: to come.
