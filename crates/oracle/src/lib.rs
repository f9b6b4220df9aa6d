//! The truth, the witnesses, and the suite that every detector passes.
