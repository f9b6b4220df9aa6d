//! Rows of Tables 1 and 2 whose answers wait, while `table_rows` checks them [Su07 §3].

/// Row of the tables, or two of equal answer, that says yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum YesRow {
    /// UNION with a yes.
    Union,
    /// INTERSECTION, yes and yes.
    Intersection,
    /// DIFFERENCE with a yes of the right child, by the polygons of its complement region.
    TouchedHole,
    /// DIFFERENCE, yes and no.
    FreeHole,
}

/// Answer of the tables for two nodes, and whether a yes is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckedAnswer {
    No,
    Yes { right: bool },
}

/// Row whose answer waits for those of its children.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenRow {
    pub row: YesRow,
    pub nodes: [u32; 2],
    /// Second pair of children, if it may still matter.
    second: Option<[u32; 2]>,
    /// False if the answer for the first pair was wrong.
    pub right: bool,
}

impl OpenRow {
    pub(crate) fn new(row: YesRow, nodes: [u32; 2], second: Option<[u32; 2]>) -> OpenRow {
        OpenRow {
            row,
            nodes,
            second,
            right: true,
        }
    }

    /// Returns the row and its second pair of children, if that matters after this answer for the
    /// first: after a no of a union, or a yes of an intersection [Su07 Table 1].
    pub(crate) fn after_first(self, answer: CheckedAnswer) -> Option<(OpenRow, [u32; 2])> {
        let second = self.second?;
        let right = match (self.row, answer) {
            (YesRow::Union, CheckedAnswer::No) => true,
            (YesRow::Intersection, CheckedAnswer::Yes { right }) => right,
            _ => return None,
        };
        let open = OpenRow {
            second: None,
            right,
            ..self
        };
        Some((open, second))
    }
}
