//! Form of the tables, and the units of their columns.

use crate::format::{self, NOTHING, UnitScale};
use records::statistics::Estimate;
use records::{Columns, TextTable, Unit};

/// Form of the tables of the advice.
#[derive(Clone, Copy, Debug)]
pub(super) enum TableForm {
    /// Tables of a Markdown page.
    Markdown,
    /// Aligned lines of at most this number of characters.
    Aligned(usize),
}

impl TableForm {
    /// Returns the table in this form. Empty without rows.
    pub(super) fn table(self, table: &TextTable, columns: Columns<'_>) -> String {
        match self {
            _ if table.rows.is_empty() => String::new(),
            TableForm::Markdown => table.markdown(),
            TableForm::Aligned(width) => table.text_within(columns, width),
        }
    }
}

/// One unit for all numbers of a column: that of their geometric mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnUnit {
    /// None in a column without numbers.
    scale: Option<UnitScale>,
}

impl ColumnUnit {
    pub(super) fn of(values: impl IntoIterator<Item = f64>, unit: Unit) -> ColumnUnit {
        let mut values = values.into_iter().peekable();
        let has_values = values.peek().is_some();
        ColumnUnit {
            scale: has_values.then(|| UnitScale::common(values, unit)),
        }
    }

    /// Returns the heading of the column: "slowest frame in ms".
    pub(super) fn head(self, name: &str) -> String {
        match self.scale {
            Some(scale) if !scale.symbol.is_empty() => format!("{name} in {}", scale.symbol),
            _ => name.to_owned(),
        }
    }

    /// Returns a number of the column.
    pub(super) fn number(self, value: f64) -> String {
        let scale = self.scale;
        scale.map_or(NOTHING.to_owned(), |scale| scale.number(value))
    }

    /// Returns a number of the column, or a dash.
    pub(super) fn number_or_dash(self, value: Option<f64>) -> String {
        value.map_or(NOTHING.to_owned(), |value| self.number(value))
    }

    /// Returns a number of the column with its interval: value, low, high.
    pub(super) fn estimate(self, ends: &[f64; 3]) -> String {
        let [value, low, high] = *ends;
        let estimate = Estimate { value, low, high };
        let scale = self.scale;
        scale.map_or(NOTHING.to_owned(), |scale| {
            format::estimate_at(&estimate, scale)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_one_unit_that_its_head_names() {
        let times = ColumnUnit::of([2e-6, 0.5, 3e-3], Unit::Seconds);
        assert_eq!(times.head("time"), "time in ms");
        let numbers = [2e-6, 0.5, 3e-3].map(|time| times.number(time));
        assert_eq!(numbers, ["0.00200", "500", "3"]);
        assert_eq!(times.estimate(&[0.5, 0.4, 0.6]), "500 [400, 600]");
        assert_eq!(times.number_or_dash(None), NOTHING);
        let none = ColumnUnit::of([], Unit::Seconds);
        assert_eq!(none.head("time"), "time");
        let counts = ColumnUnit::of([1.0], Unit::Count);
        assert_eq!(counts.head("pairs"), "pairs");
    }
}
