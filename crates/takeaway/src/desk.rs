//! Where a command works: whom it asks, who watches, and where it writes.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use lab::{Detail, LabError, Request};
use serde::Serialize;

use crate::args::General;
use crate::failure::Failure;
use crate::render::{self, number, reasons};
use crate::watch::CommandWatch;

/// What is written while work goes on is seen after this time, however little it is.
const SOON: Duration = Duration::from_millis(100);

/// Writes an answer while the work for it goes on.
struct BarClearingWriter<'a> {
    watch: &'a CommandWatch,
    out: &'a mut dyn Write,
    flushed: Instant,
}

impl Write for BarClearingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.watch.aside(|| self.out.write(bytes))?;
        if self.flushed.elapsed() >= SOON {
            self.flush()?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.watch.aside(|| self.out.flush())?;
        self.flushed = Instant::now();
        Ok(())
    }
}

/// What a command has at hand.
pub(crate) struct CommandContext<'a> {
    watch: &'a CommandWatch,
    out: &'a mut dyn Write,
    json: bool,
    full: bool,
    time_limit: Option<Duration>,
}

impl<'a> CommandContext<'a> {
    /// A desk for one command.
    pub(crate) fn new(watch: &'a CommandWatch, out: &'a mut dyn Write, general: &General) -> Self {
        Self {
            watch,
            out,
            json: general.json,
            full: general.full,
            time_limit: general.time_limit,
        }
    }

    /// Asks the lab.
    pub(crate) fn ask<R: Request + ?Sized>(&self, request: &R) -> Result<R::Answer, Failure> {
        self.work(|watch| request.answer(watch))
    }

    /// Does what should be watched.
    pub(crate) fn work<T>(
        &self,
        work: impl FnOnce(&CommandWatch) -> Result<T, LabError>,
    ) -> Result<T, Failure> {
        let done = self.watch.oversee(|| work(self.watch));
        done.map_err(Failure::from)
    }

    /// Does work that writes its answer while it goes on. All of it is out before anything else is
    /// said, however long the work took.
    pub(crate) fn stream<T>(
        &mut self,
        work: impl FnOnce(&CommandWatch, &mut dyn Write) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let (watch, out) = (self.watch, &mut *self.out);
        let flushed = Instant::now();
        let mut aside = BarClearingWriter {
            watch,
            out,
            flushed,
        };
        watch.stream(|| {
            let done = work(watch, &mut aside)?;
            aside.flush()?;
            Ok(done)
        })
    }

    /// The same with a time limit for this alone.
    pub(crate) fn work_within<T>(
        &self,
        time: Duration,
        work: impl FnOnce(&CommandWatch) -> Result<T, LabError>,
    ) -> Result<T, Failure> {
        self.watch.within(time, || self.work(work))
    }

    /// Who watches.
    pub(crate) fn watch(&self) -> &'a CommandWatch {
        self.watch
    }

    /// Was JSON asked for?
    pub(crate) fn json(&self) -> bool {
        self.json
    }

    /// Where to write.
    pub(crate) fn out(&mut self) -> &mut dyn Write {
        self.out
    }

    /// Writes one JSON object.
    pub(crate) fn write_json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        render::json(self.out, value)
    }

    /// The time limit that was asked for.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// Are numbers of any length shown in full?
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// How long numbers are shown.
    pub(crate) fn detail(&self) -> Detail {
        if self.full {
            Detail::Full
        } else {
            Detail::Brief
        }
    }

    /// A number for a reader.
    pub(crate) fn number(&self, number: &lab::Natural) -> String {
        number::shown(number, self.full)
    }

    /// The digits of a number in some system for a reader.
    pub(crate) fn digits(&self, digits: &lab::Representation) -> String {
        let text = digits.to_string();
        let brief = digits.brief();
        if self.full || brief == text {
            return text;
        }
        format!("{brief} ({} digits)", digits.len())
    }

    /// Why, a line for each part, the plain reason first.
    pub(crate) fn reasons(&self, reasons: &lab::Reasons) -> Vec<String> {
        reasons::lines(reasons, self.full)
    }

    /// A position for a reader.
    pub(crate) fn position(&self, position: &lab::Position) -> String {
        number::position(position, self.full)
    }
}
