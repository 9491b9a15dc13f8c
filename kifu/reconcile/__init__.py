"""What two people can agree about a record: slips of the pen, repairs by one slip, and the joint reading of two sheets."""
