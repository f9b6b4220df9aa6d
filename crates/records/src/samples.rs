//! Samples of a quantity, by process.

use std::fmt;
use std::str::FromStr;

/// Samples of one quantity: those of each process in the order of its repeats.
///
/// Repeats of one process share the layout of its memory and much of the state of the machine, so
/// that they are more alike than repeats of different processes.
///
/// As text, numbers are separated by spaces and processes by bars: `1.5 1.25 | 2`. They are rounded
/// to six digits, which is as fine as a clock of nanoseconds reads a millisecond.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// No process is empty.
    processes: Vec<Vec<f64>>,
}

/// Separator of processes in a text.
const BAR: char = '|';

impl Samples {
    /// Returns the samples of one process.
    pub fn of_process(samples: Vec<f64>) -> Samples {
        Samples::of_processes([samples])
    }

    /// Returns the samples of several processes. Leaves out those without samples.
    pub fn of_processes(processes: impl IntoIterator<Item = Vec<f64>>) -> Samples {
        let processes = processes.into_iter().filter(|p| !p.is_empty());
        Samples {
            processes: processes.collect(),
        }
    }

    /// Returns the samples of each process.
    pub fn processes(&self) -> &[Vec<f64>] {
        &self.processes
    }

    /// Returns the number of samples of all processes.
    pub fn len(&self) -> usize {
        self.processes.iter().map(Vec::len).sum()
    }

    /// Returns true if there is no sample.
    pub fn is_empty(&self) -> bool {
        self.processes.is_empty()
    }

    /// Returns all samples, process by process.
    pub fn pooled(&self) -> Vec<f64> {
        self.processes.concat()
    }

    /// Returns the samples multiplied by a factor, or changed otherwise, one by one.
    #[must_use]
    pub fn map(&self, change: impl Fn(f64) -> f64) -> Samples {
        let of_process = |p: &Vec<f64>| p.iter().map(|x| change(*x)).collect();
        Samples {
            processes: self.processes.iter().map(of_process).collect(),
        }
    }

    /// Returns the sums of samples with those of the same repeats, or `None` if their numbers
    /// differ.
    pub fn plus(&self, other: &Samples) -> Option<Samples> {
        let add = |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).map(|(x, y)| x + y).collect();
        self.is_paired_with(other).then(|| Samples {
            processes: self
                .processes
                .iter()
                .zip(&other.processes)
                .map(add)
                .collect(),
        })
    }

    /// Returns true if each process has as many samples as the same process of `other`: sample `i`
    /// of a process may then come from the same repeat as that of `other`.
    pub fn is_paired_with(&self, other: &Samples) -> bool {
        let lengths = |s: &Samples| s.processes.iter().map(Vec::len).collect::<Vec<_>>();
        lengths(self) == lengths(other)
    }
}

impl From<&[f64]> for Samples {
    /// Takes them as the samples of one process.
    fn from(samples: &[f64]) -> Samples {
        Samples::of_process(samples.to_vec())
    }
}

impl From<Vec<f64>> for Samples {
    fn from(samples: Vec<f64>) -> Samples {
        Samples::of_process(samples)
    }
}

impl<const N: usize> From<&[f64; N]> for Samples {
    fn from(samples: &[f64; N]) -> Samples {
        samples.as_slice().into()
    }
}

impl fmt::Display for Samples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, process) in self.processes.iter().enumerate() {
            if i > 0 {
                write!(f, " {BAR} ")?;
            }
            for (k, sample) in process.iter().enumerate() {
                let space = if k > 0 { " " } else { "" };
                write!(f, "{space}{}", short(*sample))?;
            }
        }
        Ok(())
    }
}

/// Returns a number of six digits as the shorter of `0.0015` and `1.5e-3`.
fn short(number: f64) -> String {
    let rounded = format!("{number:.5e}");
    let rounded: f64 = rounded.parse().expect("a number as just written");
    let [plain, power] = [rounded.to_string(), format!("{rounded:e}")];
    if plain.len() <= power.len() {
        plain
    } else {
        power
    }
}

impl FromStr for Samples {
    type Err = String;

    fn from_str(text: &str) -> Result<Samples, String> {
        if text.trim().is_empty() {
            return Ok(Samples::default());
        }
        let process = |part: &str| part.split_whitespace().map(number).collect();
        let processes: Vec<Vec<f64>> = text.split(BAR).map(process).collect::<Result<_, _>>()?;
        if processes.iter().any(Vec::is_empty) {
            Err("a process without samples".to_owned())
        } else {
            Ok(Samples { processes })
        }
    }
}

fn number(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|v: &f64| v.is_finite())
        .ok_or_else(|| format!("the sample {text:?} is not a finite number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_written_and_read_by_process() {
        let samples = Samples::of_processes([vec![1.5, 1e-9], vec![], vec![2.0]]);
        assert_eq!(samples.to_string(), "1.5 1e-9 | 2");
        assert_eq!(samples.to_string().parse(), Ok(samples.clone()));
        assert_eq!((samples.len(), samples.processes().len()), (3, 2));
        assert_eq!(samples.pooled(), [1.5, 1e-9, 2.0]);
        assert_eq!("".parse(), Ok(Samples::default()));
        assert!(Samples::default().is_empty());
        for bad in ["1 |", "| 1", "1 | | 2", "1 two", "inf", "NaN"] {
            assert!(bad.parse::<Samples>().is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_are_written_with_six_digits_and_stay_as_they_are_read() {
        let samples = Samples::from(&[5.1480000000000005e-6, 0.25, 1234567.0, 0.0, -0.1 - 0.2]);
        let text = samples.to_string();
        assert_eq!(text, "5.148e-6 0.25 1234570 0 -0.3");
        assert_eq!(text.parse::<Samples>().unwrap().to_string(), text);
    }

    #[test]
    fn samples_are_paired_process_by_process() {
        let of = |lengths: &[usize]| {
            Samples::of_processes(lengths.iter().map(|n| vec![1.0; *n]).collect::<Vec<_>>())
        };
        assert!(of(&[3, 2]).is_paired_with(&of(&[3, 2])));
        assert!(!of(&[3, 2]).is_paired_with(&of(&[2, 3])));
        assert!(!of(&[3, 2]).is_paired_with(&of(&[5])));
        assert_eq!(
            of(&[2, 1]).plus(&of(&[2, 1])).unwrap().to_string(),
            "2 2 | 2"
        );
        assert_eq!(of(&[2, 1]).plus(&of(&[3])), None);
    }
}
