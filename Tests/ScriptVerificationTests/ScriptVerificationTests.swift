// ScriptVerificationTests: to come.
