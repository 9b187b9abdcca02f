//! The layout of a page of rules: headings, paragraphs, lists of labelled formulas.

use super::notation::Notation;

/// A page that is being written.
pub(super) struct Document {
    notation: Notation,
    text: String,
}

/// One entry of a list: a label, a few words, and formulas, one a line.
pub(super) struct ListEntry {
    /// Its label, as prose.
    pub(super) label: String,
    /// What it says in words, as prose.
    pub(super) caption: Option<String>,
    /// Its lines: prose with formulas.
    pub(super) lines: Vec<String>,
}

impl Document {
    /// A page with a title.
    pub(super) fn new(notation: Notation, title: &str) -> Self {
        let prose = notation.prose(title);
        let text = match notation {
            Notation::Latex => format!("\\section*{{{prose}}}\n"),
            Notation::Html => format!("<article>\n<h1>{prose}</h1>\n"),
            _ => format!("{title}\n{}\n", "=".repeat(title.chars().count())),
        };
        Self { notation, text }
    }

    /// A paragraph.
    pub(super) fn paragraph(&mut self, paragraph: &str) {
        self.text.push_str(&match self.notation {
            Notation::Latex => format!("\n{paragraph}\n"),
            Notation::Html => format!("<p>{paragraph}</p>\n"),
            _ => format!("{paragraph}\n"),
        });
    }

    /// An empty line, where the notation shows one.
    pub(super) fn gap(&mut self) {
        if !matches!(self.notation, Notation::Latex | Notation::Html) {
            self.text.push('\n');
        }
    }

    /// A heading within the page.
    pub(super) fn heading(&mut self, heading: &str) {
        self.text.push_str(&match self.notation {
            Notation::Latex => format!("\n\\subsection*{{{heading}}}\n"),
            Notation::Html => format!("<h2>{heading}</h2>\n"),
            _ => format!("\n{heading}\n"),
        });
    }

    /// A list; nothing if it is empty.
    pub(super) fn list(&mut self, entries: &[ListEntry]) {
        if entries.is_empty() {
            return;
        }
        match self.notation {
            Notation::Latex => self.latex_list(entries),
            Notation::Html => self.html_list(entries),
            _ => self.text_list(entries),
        }
    }

    /// Lines of formulas.
    pub(super) fn lines(&mut self, lines: &[String]) {
        for line in lines {
            match self.notation {
                Notation::Latex | Notation::Html => self.paragraph(line),
                _ => self.text.push_str(&format!("  {line}\n")),
            }
        }
    }

    /// The whole page.
    pub(super) fn finish(mut self) -> String {
        if self.notation == Notation::Html {
            self.text.push_str("</article>\n");
        }
        self.text
    }

    fn text_list(&mut self, entries: &[ListEntry]) {
        let width = entries
            .iter()
            .map(|entry| entry.label.chars().count())
            .max()
            .unwrap_or(0);
        for entry in entries {
            let indent = " ".repeat(width + 4);
            let mut lines = entry.caption.iter().chain(&entry.lines);
            let first = lines.next().map_or("", String::as_str);
            self.text
                .push_str(&format!("  {:width$}  {first}\n", entry.label));
            for line in lines {
                let deeper = if entry.caption.is_some() { "  " } else { "" };
                self.text.push_str(&format!("{indent}{deeper}{line}\n"));
            }
        }
    }

    // Braces around a label, and a line break that takes no argument: labels and lines may hold square brackets.
    fn latex_list(&mut self, entries: &[ListEntry]) {
        self.text.push_str("\\begin{description}\n");
        for entry in entries {
            let lines = entry.joined("\\newline\n  ");
            self.text
                .push_str(&format!("\\item[{{{}}}] {lines}\n", entry.label));
        }
        self.text.push_str("\\end{description}\n");
    }

    fn html_list(&mut self, entries: &[ListEntry]) {
        self.text.push_str("<dl>\n");
        for entry in entries {
            let lines = entry.joined("<br>\n");
            self.text
                .push_str(&format!("<dt>{}</dt>\n<dd>{lines}</dd>\n", entry.label));
        }
        self.text.push_str("</dl>\n");
    }
}

impl ListEntry {
    fn joined(&self, between: &str) -> String {
        let lines = self.caption.iter().chain(&self.lines);
        lines.cloned().collect::<Vec<_>>().join(between)
    }
}
