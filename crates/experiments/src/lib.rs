//! Runs a definition, checks it against the truth, times it, writes rows.
