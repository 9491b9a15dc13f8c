"""Kernels: functions that are written once and run two ways, interpreted for one record and compiled for a batch."""
