"""Kernels, written once and run two ways: interpreted or compiled."""
