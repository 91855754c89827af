"""Tests of the live table, without network, disk or clock."""
