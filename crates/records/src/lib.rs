//! The row: one measurement, its CSV form and its statistics.
