"""What all pictures share: boards, sheets, style."""
