//! Faults in a text, shown as rustc shows them: the line, a caret, what is wrong, what to write instead.
//!
//! ```
//! let faults = lang::constant("2 + sqr(2)").unwrap_err();
//! assert_eq!(faults.to_string(), "\
//! error: there is no function `sqr`
//!   |
//! 1 | 2 + sqr(2)
//!   |     ^^^ not known
//!   |
//!   = help: did you mean `sqrt`?");
//! ```

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use crate::span::Span;
use crate::visible::{is_hidden, visible};

/// No more faults than this are looked for.
pub const MOST_FAULTS: usize = 50;

/// No more bytes than this of one line are shown.
const LONGEST_LINE: usize = 1000;

/// All faults found in a text and in the parameters given with it, of which there is at least one; or warnings.
#[derive(Clone)]
pub struct Diagnostics {
    sources: Vec<SourceText>,
    faults: Vec<Fault>,
    severity: Severity,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Severity {
    /// The text cannot be used.
    Error,
    /// The text can be used, and may not say what is meant.
    Warning,
}

/// One fault: a message, places with labels, and advice.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    message: String,
    source: SourceId,
    labels: Vec<(Span, String)>,
    notes: Vec<String>,
    helps: Vec<String>,
    /// Whether looking for more faults would take too long.
    last: bool,
}

/// A fault for a front end.
#[derive(Clone, Copy, Debug)]
pub struct ShownFault<'a> {
    /// What is wrong.
    pub message: &'a str,
    /// Where in the file, with a few words to stand there; the first place is the one that is meant.
    pub places: &'a [(Span, String)],
    /// Facts that help to understand it.
    pub notes: &'a [String],
    /// What to write instead.
    pub helps: &'a [String],
}

/// A text that faults may point into.
#[derive(Clone, Debug)]
struct SourceText {
    /// The name of the file; none for what was typed on a command line.
    name: Option<String>,
    text: Arc<str>,
}

/// Which of several texts: the file, or the value given for a parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SourceId(usize);

/// Collects faults, each once.
#[derive(Debug)]
pub(crate) struct Faults {
    sources: Vec<SourceText>,
    list: Vec<Fault>,
    warnings: Vec<Fault>,
    seen: HashSet<(SourceId, usize, usize, String)>,
    current: SourceId,
}

impl Diagnostics {
    /// Each fault's message, without its place.
    pub fn messages(&self) -> impl Iterator<Item = &str> {
        self.faults.iter().map(|fault| fault.message.as_str())
    }

    /// The line and the column of the first fault, counted from 1, if it has a place in a file.
    pub fn first_place(&self) -> Option<(usize, usize)> {
        let fault = self.faults.first()?;
        let source = self.sources.get(fault.source.0)?;
        source.name.as_ref()?;
        let (span, _) = fault.labels.first()?;
        let before = source.text.get(..span.start)?;
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next()?.chars().count() + 1;
        Some((line, column))
    }

    /// The faults one by one, for a front end that shows them in its own way.
    pub fn faults(&self) -> impl Iterator<Item = ShownFault<'_>> {
        self.faults.iter().map(|fault| ShownFault {
            message: &fault.message,
            places: match fault.source {
                SourceId(0) => &fault.labels,
                _ => &[],
            },
            notes: &fault.notes,
            helps: &fault.helps,
        })
    }

    /// Is there nothing to say?
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// Adds some, in the order of the text.
    pub(crate) fn extend(&mut self, faults: impl IntoIterator<Item = Fault>) {
        self.faults.extend(faults);
        self.faults.truncate(MOST_FAULTS);
        sort(&mut self.faults);
    }

    /// All faults as text, with ANSI colours or without.
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let mut shown: Vec<String> = self
            .faults
            .iter()
            .map(|fault| self.show(fault, &renderer))
            .collect();
        if self.faults.len() >= MOST_FAULTS {
            shown.push(format!("no more than {MOST_FAULTS} faults are shown"));
        }
        shown.join("\n\n")
    }

    fn show(&self, fault: &Fault, renderer: &Renderer) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(visible(&fault.message)));
        let source = &self.sources[fault.source.0];
        if let Some(excerpt) = Excerpt::around(&source.text, &fault.labels) {
            group = group.element(excerpt.snippet(source.name.as_deref()));
        }
        for note in &fault.notes {
            group = group.element(Level::NOTE.message(visible(note)));
        }
        for help in &fault.helps {
            group = group.element(Level::HELP.message(visible(help)));
        }
        renderer.render(&[group])
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl fmt::Debug for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Diagnostics {}

impl Fault {
    /// A fault at a place, with a few words to stand under it.
    pub(crate) fn new(span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            labels: vec![(span, label.into())],
            ..Self::without_place(message)
        }
    }

    /// A fault that has no place in the text.
    pub(crate) fn without_place(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            source: SourceId::default(),
            labels: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
            last: false,
        }
    }

    /// The same fault, after which no other is looked for: a limit was reached.
    #[must_use]
    pub(crate) fn last(self) -> Self {
        Self { last: true, ..self }
    }

    /// Another place that helps to understand it.
    #[must_use]
    pub(crate) fn also(mut self, span: Span, label: impl Into<String>) -> Self {
        self.labels.push((span, label.into()));
        self
    }

    /// Another place, unless there are many already.
    #[must_use]
    pub(crate) fn also_if_few(self, span: Span, label: impl Into<String>) -> Self {
        if self.labels.len() < 3 {
            self.also(span, label)
        } else {
            self
        }
    }

    /// A fact, unless there are many already.
    #[must_use]
    pub(crate) fn note_if_few(self, note: impl Into<String>) -> Self {
        if self.notes.len() < 3 {
            self.note(note)
        } else {
            self
        }
    }

    /// A fact that helps to understand it.
    #[must_use]
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// What to write instead.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.helps.push(help.into());
        self
    }

    /// Is it known what to write instead?
    pub(crate) fn has_help(&self) -> bool {
        !self.helps.is_empty()
    }

    /// What to write instead, if that is known.
    #[must_use]
    pub(crate) fn help_if(self, help: Option<String>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// The same fault in another text.
    #[must_use]
    pub(crate) fn within(mut self, source: SourceId) -> Self {
        self.source = source;
        self
    }

    fn key(&self) -> (SourceId, usize, usize, String) {
        let span = self.labels.first().map_or(Span::default(), |label| label.0);
        (self.source, span.start, span.end, self.message.clone())
    }
}

impl Faults {
    /// No faults yet, in this text.
    pub(crate) fn new(name: Option<&str>, text: &str) -> Self {
        let source = SourceText {
            name: name.map(str::to_owned),
            text: text.into(),
        };
        Self {
            sources: vec![source],
            list: Vec::new(),
            warnings: Vec::new(),
            seen: HashSet::new(),
            current: SourceId::default(),
        }
    }

    /// Adds a text, such as a value given for a parameter.
    pub(crate) fn add_source(&mut self, name: &str, text: &str) -> SourceId {
        self.sources.push(SourceText {
            name: Some(name.to_owned()),
            text: text.into(),
        });
        SourceId(self.sources.len() - 1)
    }

    /// An empty collection for the faults of another of the texts.
    pub(crate) fn of_source(&self, source: SourceId) -> Self {
        let SourceText { name, text } = &self.sources[source.0];
        let mut faults = Self::new(name.as_deref(), text);
        faults.current = source;
        faults
    }

    /// Adds the faults of another collection.
    pub(crate) fn extend(&mut self, other: Self) {
        for fault in other.list {
            self.push(fault.within(other.current));
        }
    }

    /// Adds a fault unless it is there already.
    pub(crate) fn push(&mut self, fault: Fault) {
        if !self.seen.insert(fault.key()) {
            return;
        }
        if self.list.len() < MOST_FAULTS {
            self.list.push(fault);
        }
    }

    /// Adds a warning unless it is there already.
    pub(crate) fn warn(&mut self, warning: Fault) {
        if self.seen.insert(warning.key()) && self.warnings.len() < MOST_FAULTS {
            self.warnings.push(warning);
        }
    }

    /// The warnings so far.
    pub(crate) fn warnings(&self) -> Diagnostics {
        Diagnostics {
            sources: self.sources.clone(),
            faults: self.warnings.clone(),
            severity: Severity::Warning,
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.list.len()
    }

    /// Are there none?
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Are there so many that looking for more is not worth the time?
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= MOST_FAULTS || self.list.last().is_some_and(|fault| fault.last)
    }

    /// The value if there is no fault, otherwise all faults in the order of the text.
    pub(crate) fn finish<T>(mut self, value: Option<T>) -> Result<T, Diagnostics> {
        match value {
            Some(value) if self.list.is_empty() => Ok(value),
            _ => {
                sort(&mut self.list);
                Err(Diagnostics {
                    sources: self.sources,
                    faults: self.list,
                    severity: Severity::Error,
                })
            }
        }
    }
}

/// Puts faults into the order of the text.
fn sort(faults: &mut [Fault]) {
    faults.sort_by_key(|fault| {
        let place = fault.labels.first().map(|label| label.0.start);
        (fault.source.0, place)
    });
}

/// `1 fault`, `2 faults`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

/// The lines of a text that hold some places, with the places counted from the first of those lines.
struct Excerpt<'a> {
    text: &'a str,
    first_line: usize,
    labels: Vec<(Span, &'a str)>,
}

impl<'a> Excerpt<'a> {
    fn around(text: &'a str, labels: &'a [(Span, String)]) -> Option<Self> {
        let start = labels.iter().map(|label| label.0.start).min()?;
        let end = labels.iter().map(|label| label.0.end).max()?;
        let line_start = text.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
        let line_end = text
            .get(end..)?
            .find('\n')
            .map_or(text.len(), |at| end + at);
        let first_line = text.get(..line_start)?.matches('\n').count() + 1;
        let excerpt = Self {
            text: text.get(line_start..line_end)?,
            first_line,
            labels: Vec::new(),
        };
        Some(
            Self {
                labels: shifted(labels, line_start),
                ..excerpt
            }
            .shortened(),
        )
    }

    /// Leaves out what lies far before the first place or far behind it in a very long excerpt.
    fn shortened(self) -> Self {
        if self.text.len() <= LONGEST_LINE
            || self.text.contains('\n') && self.text.len() <= 100 * LONGEST_LINE
        {
            return self;
        }
        let at = self.labels[0].0.start;
        let from = char_boundary(self.text, at.saturating_sub(LONGEST_LINE / 10));
        let to = char_boundary(self.text, (at + LONGEST_LINE / 10).min(self.text.len()));
        let before = self.text.get(..from).unwrap_or_default();
        let first_line = self.first_line + before.matches('\n').count();
        let inside = |span: Span| from <= span.start && span.start <= to;
        let labels = self.labels.iter().filter(|label| inside(label.0));
        let labels = labels.map(|(span, label)| {
            (
                Span::new(span.start - from, span.end.min(to) - from),
                *label,
            )
        });
        Self {
            text: self.text.get(from..to).unwrap_or_default(),
            first_line,
            labels: labels.collect(),
        }
    }

    fn snippet(&self, name: Option<&'a str>) -> Snippet<'a, Annotation<'a>> {
        let annotations = self
            .labels
            .iter()
            .enumerate()
            .map(|(index, (span, label))| {
                let kind = if index == 0 {
                    AnnotationKind::Primary
                } else {
                    AnnotationKind::Context
                };
                let shown = |at: usize| one_column_each(self.text.get(..at).unwrap_or_default());
                kind.span(shown(span.start).len()..shown(span.end).len())
                    .label(visible(label))
            });
        Snippet::source(one_column_each(self.text))
            .path(name.map(visible))
            .line_start(self.first_line)
            .annotations(annotations)
    }
}

/// The text of a file as it is quoted: what cannot be seen takes one column, so that columns are those of the file, and a byte-order
/// mark takes none. The renderer has signs of its own for the controls of ASCII.
fn one_column_each(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_hidden = |character: char| !character.is_ascii() && is_hidden(character);
    text.replace(is_hidden, "\u{fffd}")
}

fn shifted(labels: &[(Span, String)], by: usize) -> Vec<(Span, &str)> {
    labels
        .iter()
        .map(|(span, label)| (Span::new(span.start - by, span.end - by), label.as_str()))
        .collect()
}

/// The nearest place at or before `at` between two characters.
fn char_boundary(text: &str, at: usize) -> usize {
    (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}
