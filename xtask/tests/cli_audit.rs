//! The command `audit`.

use crate::commands::{fails, succeeds};

#[test]
fn an_audit_of_no_cases_is_refused() {
    let error = fails(&["audit", "--cases", "0"]);
    assert!(error.contains("--cases"), "{error}");
}

#[test]
fn audit_prints_a_table_for_every_detector() {
    let table = succeeds(&["audit", "--cases", "2"]);
    for name in ["brute-force", "face-octree-tuned", "parry3d"] {
        assert!(table.contains(name), "{table}");
    }
}
