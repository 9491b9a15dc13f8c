"""Slip repair of one record, and reconciliation of two sheets."""
