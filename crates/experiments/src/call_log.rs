//! Calls of detectors that a process makes, written down for the one that started it.
//!
//! A panic costs the detector its own rows ([`crate::isolation`]), but what ends the process costs
//! those of all others: a stack overflow, an abort, memory that the system does not give. So each
//! isolated call has a number, counted from 1 in the order in which they begin, and a small file
//! holds the number of the one under way. A process that is started again with the numbers of the
//! calls that ended it does not make them: their detectors fail with the reason. The order of calls
//! is that of the process's seeds, so both processes mean the same call.
//!
//! Calls that overlap on several threads are named as well, each from its own beginning to its own
//! end. So a time limit is one of each call. If the process ends meanwhile, none of them is known
//! to be the cause.

use std::fmt;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::num::NonZeroU64;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Call that ended a process, with what is known of the end. As text, `12=signal: 6 (SIGABRT)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedCall {
    /// Number of the call.
    pub number: NonZeroU64,
    /// End of the process, in words.
    pub end: String,
}

/// Beginning of the end of a call that was stopped because it took too long.
pub(crate) const GAVE_UP: &str = "gave up after";

impl EndedCall {
    /// Returns a call that the parent stopped after these seconds.
    pub fn gave_up(number: NonZeroU64, seconds: u64) -> EndedCall {
        EndedCall {
            number,
            end: format!("{GAVE_UP} {seconds} s"),
        }
    }
}

/// Returns true for the reason of a call that was stopped because it took too long.
pub(crate) fn is_of_time(reason: &str) -> bool {
    reason.starts_with(GAVE_UP)
}

impl fmt::Display for EndedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.number, self.end)
    }
}

impl FromStr for EndedCall {
    type Err = String;

    fn from_str(text: &str) -> Result<EndedCall, String> {
        let parts = text.split_once('=');
        let number = parts.and_then(|(number, _)| number.parse().ok());
        match (parts, number) {
            (Some((_, end)), Some(number)) => Ok(EndedCall {
                number,
                end: end.to_owned(),
            }),
            _ => Err("give a call as `12=how the process ended`".to_owned()),
        }
    }
}

/// The log of this process. None before [`log_calls`].
static LOG: Mutex<Option<CallLog>> = Mutex::new(None);

#[derive(Debug)]
struct CallLog {
    file: File,
    /// Number of calls that have begun.
    begun: u64,
    /// Numbers of those under way, the outermost first.
    open: Vec<u64>,
    /// True while calls overlap.
    overlapping: bool,
    /// Number of lines of the file.
    lines: usize,
    ended: Vec<EndedCall>,
}

/// Logs the isolated calls of this process from now on, and does not make those that ended another
/// one. A process that fails to write the file goes on.
///
/// # Errors
/// The file cannot be created.
pub fn log_calls(path: &Path, ended: Vec<EndedCall>) -> std::io::Result<()> {
    *lock() = Some(CallLog::new(File::create(path)?, ended));
    Ok(())
}

/// Returns the numbers of the calls that are under way in a process, each of which has its own
/// time. None while the file cannot be read.
pub fn calls_under_way(path: &Path) -> Vec<NonZeroU64> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut numbers = text.lines().map_while(|line| line.trim().parse().ok());
    match numbers.next() {
        Some(OVERLAP) => numbers.filter_map(NonZeroU64::new).collect(),
        first => first.and_then(NonZeroU64::new).into_iter().collect(),
    }
}

/// Returns the number of the call in which a process ended. None if it was in none: it ended by
/// itself, or where no detector is to blame.
pub fn last_call(path: &Path) -> Option<NonZeroU64> {
    let text = std::fs::read_to_string(path).ok()?;
    text.lines().next()?.trim().parse().ok()
}

/// A call under way, until it is dropped.
#[derive(Debug)]
pub(crate) struct Call(());

impl Call {
    /// Begins a call. The error is the end of the process that made the same call.
    pub(crate) fn begin() -> Result<Call, String> {
        lock().as_mut().map_or(Ok(()), CallLog::begin)?;
        Ok(Call(()))
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if let Some(log) = lock().as_mut() {
            log.end();
        }
    }
}

/// Calls that overlap on several threads, until it is dropped.
///
/// If the process ends meanwhile, no call is known to be the cause. The first line of the log is
/// then [`OVERLAP`], and a process that is started again with that number makes its calls one at a
/// time.
#[derive(Debug)]
pub(crate) struct Overlap {
    /// Number of the first call.
    first: u64,
    /// Number of its calls.
    calls: u64,
}

/// One of several calls that overlap, until it is dropped.
#[derive(Debug)]
pub(crate) struct Overlapping(u64);

/// Number in the log of several calls that overlap.
const OVERLAP: u64 = u64::MAX;

impl Overlap {
    /// Begins this number of calls. None if they must not overlap, because calls have ended an
    /// earlier process: then each has to begin by itself.
    pub(crate) fn begin(calls: usize) -> Option<Overlap> {
        let mut log = lock();
        let may = log.as_mut().is_none_or(|log| log.set_overlapping(true));
        let first = log.as_ref().map_or(1, |log| log.begun + 1);
        let calls = calls as u64;
        // One that is not used must not be made: its drop would count the calls.
        if may {
            Some(Overlap { first, calls })
        } else {
            None
        }
    }

    /// Begins one of its calls, which are counted from 0. Its number is the one that it has in a
    /// process that makes one at a time.
    pub(crate) fn call(&self, index: usize) -> Overlapping {
        let number = self.first + index as u64;
        if let Some(log) = lock().as_mut() {
            log.open(number);
        }
        Overlapping(number)
    }
}

impl Drop for Overlapping {
    fn drop(&mut self) {
        if let Some(log) = lock().as_mut() {
            log.close(self.0);
        }
    }
}

impl Drop for Overlap {
    fn drop(&mut self) {
        if let Some(log) = lock().as_mut() {
            // Those that follow have the numbers that they have after calls one at a time.
            log.begun += self.calls;
            log.set_overlapping(false);
        }
    }
}

impl CallLog {
    fn new(file: File, ended: Vec<EndedCall>) -> CallLog {
        CallLog {
            file,
            begun: 0,
            open: Vec::new(),
            overlapping: false,
            lines: 0,
            ended,
        }
    }

    /// Writes that calls overlap from now on, or no more. Returns false if they must not.
    fn set_overlapping(&mut self, overlapping: bool) -> bool {
        let may = self.ended.is_empty();
        self.overlapping = overlapping && may;
        self.write();
        may
    }

    fn begin(&mut self) -> Result<(), String> {
        self.begun += 1;
        let is_this = |call: &&EndedCall| call.number.get() == self.begun;
        if let Some(EndedCall { end, .. }) = self.ended.iter().find(is_this) {
            return Err(if is_of_time(end) {
                end.clone()
            } else {
                format!("it ended the process ({end})")
            });
        }
        self.open.push(self.begun);
        self.write();
        Ok(())
    }

    fn end(&mut self) {
        self.open.pop();
        self.write();
    }

    /// Adds one of several calls that overlap.
    fn open(&mut self, number: u64) {
        self.open.push(number);
        self.write();
    }

    /// Ends one of several calls that overlap.
    fn close(&mut self, number: u64) {
        self.open.retain(|open| *open != number);
        self.write();
    }

    /// Writes the innermost call under way, or 0; while calls overlap, [`OVERLAP`] and each of them
    /// in a line of its own. Always as many digits, and zeros in the lines that there were, so that
    /// nothing of a longer text stays.
    fn write(&mut self) {
        let innermost = self.open.last().copied().unwrap_or(0);
        let mut numbers = if self.overlapping {
            [&[OVERLAP], &self.open[..]].concat()
        } else {
            vec![innermost]
        };
        self.lines = self.lines.max(numbers.len());
        numbers.resize(self.lines, 0);
        let lines = numbers.iter().map(|number| format!("{number:020}\n"));
        let text: String = lines.collect();
        let at_start = self.file.seek(SeekFrom::Start(0));
        // A full disk fails the rows of this process, too, and there it is said.
        let _ = at_start.and_then(|_| self.file.write_all(text.as_bytes()));
    }
}

fn lock() -> MutexGuard<'static, Option<CallLog>> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(number: u64, end: &str) -> EndedCall {
        EndedCall {
            number: NonZeroU64::new(number).unwrap(),
            end: end.to_owned(),
        }
    }

    #[test]
    fn the_file_names_the_innermost_call_under_way() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("calls");
        assert_eq!(last_call(&path), None, "there is no file");
        let mut log = CallLog::new(File::create(&path).unwrap(), Vec::new());
        assert_eq!(last_call(&path), None, "nothing has begun");
        let number = || last_call(&path).map(NonZeroU64::get);
        log.begin().unwrap();
        for inner in 2..120 {
            assert_eq!(number(), Some(1), "the outer one goes on");
            log.begin().unwrap();
            assert_eq!(number(), Some(inner));
            log.end();
        }
        log.end();
        assert_eq!(number(), None);
    }

    #[test]
    fn a_call_that_ended_a_process_is_not_made_again() {
        let file = tempfile::tempfile().unwrap();
        let mut log = CallLog::new(file, vec![call(2, "signal: 6"), call(3, "signal: 9")]);
        assert_eq!(log.begin(), Ok(()));
        log.end();
        assert_eq!(log.begin().unwrap_err(), "it ended the process (signal: 6)");
        assert_eq!(log.begin().unwrap_err(), "it ended the process (signal: 9)");
        assert_eq!(log.begin(), Ok(()), "the numbers of the others stay");
        assert_eq!(log.begun, 4);
        log.ended
            .push(EndedCall::gave_up(NonZeroU64::new(5).unwrap(), 10));
        assert_eq!(log.begin().unwrap_err(), "gave up after 10 s");
    }

    #[test]
    fn calls_overlap_unless_calls_have_ended_a_process() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("calls");
        let number = || last_call(&path).map(NonZeroU64::get);
        let mut log = CallLog::new(File::create(&path).unwrap(), Vec::new());
        assert!(log.set_overlapping(true));
        assert_eq!(number(), Some(OVERLAP));
        log.set_overlapping(false);
        assert_eq!(number(), None);
        // The parent starts another process with that number, as of any call.
        // Each has a time of its own.
        let under_way = || -> Vec<u64> {
            let numbers = calls_under_way(&path).into_iter();
            numbers.map(NonZeroU64::get).collect()
        };
        log.set_overlapping(true);
        assert_eq!(under_way(), [0; 0]);
        log.open(3);
        log.open(4);
        assert_eq!((number(), under_way()), (Some(OVERLAP), vec![3, 4]));
        log.close(3);
        log.open(5);
        assert_eq!(under_way(), [4, 5]);
        log.close(4);
        log.close(5);
        log.set_overlapping(false);
        assert_eq!((number(), under_way()), (None, vec![]));
        log.begin().unwrap();
        assert_eq!((number(), under_way()), (Some(1), vec![1]));
        let again = vec![call(OVERLAP, "signal: 6")];
        let mut log = CallLog::new(File::create(&path).unwrap(), again);
        assert!(!log.set_overlapping(true));
        log.begin().unwrap();
        assert_eq!(number(), Some(1), "one at a time");
    }

    #[test]
    fn a_call_is_read_as_it_is_written() {
        let call = call(12, "exit status: 3=x");
        assert_eq!(call.to_string().parse(), Ok(call));
        for bad in ["", "12", "0=x", "-1=x", "x=y"] {
            assert!(bad.parse::<EndedCall>().is_err(), "{bad}");
        }
    }
}
