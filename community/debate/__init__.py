"""The community debate: a newcomer among background agents who enforce a norm."""
