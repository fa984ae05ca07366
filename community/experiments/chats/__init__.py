"""Runs of group chats: who takes part, the views of them, their results."""
