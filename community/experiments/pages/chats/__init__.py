"""Pages of runs of group chats."""
