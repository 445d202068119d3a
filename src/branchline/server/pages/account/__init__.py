"""A member's account, vacations, invitations."""
