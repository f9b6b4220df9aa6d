//! The papers, and which experiments belong to each.

use crate::Page;

/// A paper with a page of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paper {
    /// Its key, its folder, and how its experiments' names begin.
    pub(crate) key: &'static str,
    /// How it is cited in text.
    pub(crate) name: &'static str,
    /// The heading of its page.
    pub(crate) title: &'static str,
}

/// All of them, in the order of the summary; the laboratory's own experiments come last.
pub(crate) const PAPERS: &[Paper] = &[
    Paper {
        key: "smith95",
        name: "Smith95",
        title: "Smith, Kitamura, Takemura and Kishino 1995: A simple and efficient method for \
                accurate collision detection among deformable polyhedral objects in arbitrary \
                motion",
    },
    Paper {
        key: "hubbard96",
        name: "Hubbard96",
        title: "Hubbard 1996: Approximating polyhedra with spheres for time-critical collision \
                detection",
    },
    Paper {
        key: "lab",
        name: "this laboratory",
        title: "What this laboratory asks itself",
    },
];

impl Paper {
    /// Whether an experiment belongs to it.
    pub(crate) fn owns(&self, page: &Page) -> bool {
        page.id
            .strip_prefix(self.key)
            .is_some_and(|rest| rest.starts_with('-'))
    }
}

/// The paper of an experiment; `None` when its name begins with no paper's key.
pub(crate) fn of(page: &Page) -> Option<&'static Paper> {
    PAPERS.iter().find(|paper| paper.owns(page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_to_which_paper_an_experiment_belongs() {
        let key = |id: &str| {
            let page = Page {
                id: id.into(),
                ..Page::default()
            };
            of(&page).map(|paper| paper.key)
        };
        assert_eq!(key("smith95-fig10"), Some("smith95"));
        assert_eq!(key("hubbard96-fig14"), Some("hubbard96"));
        assert_eq!(key("lab-modern"), Some("lab"));
        assert_eq!(key("smith950-fig1"), None);
        assert_eq!(key("labour"), None);
    }
}
