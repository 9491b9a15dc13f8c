"""What is written once and runs twice: interpreted for one record, as machine code for many."""
