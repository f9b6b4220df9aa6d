//! Names in rows that both `experiments` and `report` look for.

/// End of the name of a detector that is asked for first contacts.
pub const FIRST_CONTACT: &str = " first-contact";

/// Quantity of the time of a frame that is stopped at a deadline.
pub const DEADLINE_TIME: &str = "deadline-time";

/// Quantity that is 1 for a detector that is wrong under a deadline, panics or ends its process.
/// There is none if only the time of its call was over.
pub const DEADLINE_FAULT: &str = "deadline/fault";

/// Returns a detector's name without the question that it is asked.
pub fn without_question(label: &str) -> &str {
    label.strip_suffix(FIRST_CONTACT).unwrap_or(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_question_is_left_out() {
        for label in ["bvh", "bvh first-contact"] {
            assert_eq!(without_question(label), "bvh");
        }
        assert_eq!(without_question("first-contact"), "first-contact");
    }
}
