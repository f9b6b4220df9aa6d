//! Rows: measurements, their CSV form and their statistics.
//!
//! Measuring and reporting are separate: `experiments` writes rows, `report` reads rows, and they
//! share only this crate. It uses no detector, scene or clock.
//!
//! | module | contents |
//! |---|---|
//! | [`row`](Row) | one measurement: its [`Key`], and numbers or an error |
//! | [`samples`](Samples) | samples of a quantity, by process |
//! | [`resample`](Row::resampled) | rows with samples drawn again, seeds of random streams |
//! | [`merge`](merge()) | rows of several processes as one |
//! | [`table`](Rows) | many rows: their CSV files and selections |
//! | [`run`](Run) | circumstances of a run: machine, revision, command |
//! | [`recording`](Recording) | the folder of a run's rows, and the newest rows of each experiment |
//! | [`spread`](ProcessSpread) | spread between the processes of a recording: was it disturbed? |
//! | [`statistics`] | median, quantiles, bootstrap intervals, growth exponents |
//! | [`names`] | names in rows that both sides look for |
//! | [`counted`], [`escape_bidi`] | texts for readers |
//! | [`TextTable`] | table of texts, as Markdown or in aligned columns |
//! | [`playback`] | a scene with its findings, for the page that plays it |
//! | [`write_atomically`], [`files`] | atomic writes of files, lists of files |
//!
//! ```
//! use records::{Key, Selection, Row, Rows, Unit};
//!
//! let key = Key {
//!     experiment: "smith95-fig6".into(),
//!     scene: "two-spheres faces=528 seed=1995".into(),
//!     detector: "face-octree".into(),
//!     series: "faces=528".into(),
//!     x_name: "cycle".into(),
//!     x: 72.0,
//!     frame: Some(72),
//!     revision: "dcd6bd3".into(),
//! };
//! let mut rows = Rows::default();
//! rows.push(Row::from_samples(&key, "time", Unit::Seconds, &[0.003, 0.001, 0.002]));
//! rows.push(Row::count(&key, "face-pair-tests", 271));
//!
//! let found = rows.select(&Selection { quantity: Some("time"), ..Selection::of("smith95-fig6") });
//! assert_eq!(found[0].median(), Some(0.002));
//! ```

mod atomic;
mod error;
mod merge;
pub mod names;
pub mod playback;
mod recording;
mod resample;
mod row;
mod run;
mod samples;
mod spread;
pub mod statistics;
mod table;
mod text;
mod text_table;

pub use atomic::{files, write_atomically};
pub use error::RecordsError;
pub use merge::{Merged, SHARE, merge, merge_shares};
pub use recording::{Newest, NewestOf, RECORD, Recording};
pub use resample::seed;
pub use row::{CALIBRATION, Key, Row, Unit, Value};
pub use run::{Machine, Run};
pub use samples::Samples;
pub use spread::ProcessSpread;
pub use statistics::Summary;
pub use table::{Rows, Selection};
pub use text::{counted, escape_bidi, is_bidi_control};
pub use text_table::{Columns, TextTable, escape, wrapped};
