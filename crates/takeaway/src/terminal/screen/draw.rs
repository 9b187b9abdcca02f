//! How the screen looks: the board on top, what is said below it, the line that is typed, and the words that can be said.
//! Where there is room the rules stand beside it.

use lab::BoardView as Table;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use super::state::{Page, Screen, Touch};
use crate::render::number;
use crate::terminal::board::{PileBoard, ranges};
use crate::terminal::sheet::{SheetRow, TextRole};
use crate::terminal::strip::Coins;
use crate::terminal::words::Paragraph;
use crate::terminal::wrap::{clipped, columns, wrapped};

/// From this width on the rules stand beside the board.
const WIDE: u16 = 100;

/// The rules beside the board take no more columns than this.
const WIDEST_RULES: u16 = 64;

/// Lines that are always left for what is said.
const SPOKEN: u16 = 4;

/// So many lines say what the rules say of a choice.
const VERDICT: u16 = 4;

/// The words below, most wanted first.
const WORDS: [&str; 11] = [
    "help", "hint", "why", "undo", "redo", "rules", "review", "moves", "new", "level", "quit",
];

/// Before the line that is typed.
const PROMPT: &str = "> ";

impl Screen {
    /// Draws everything.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        self.touches.clear();
        let area = frame.area();
        let mut sheet = Sheet {
            buffer: frame.buffer_mut(),
            colours: self.colours,
        };
        let cursor = match self.page.take() {
            Some(page) => {
                self.page = Some(self.draw_page(&mut sheet, area, page));
                None
            }
            None => self.draw_match(&mut sheet, area),
        };
        if let Some(cursor) = cursor {
            frame.set_cursor_position(cursor);
        }
    }

    /// A page from its first line in the window; the window stays within the page.
    fn draw_page(&self, sheet: &mut Sheet<'_>, area: Rect, mut page: Page) -> Page {
        let inner = inset(area);
        let lines = folded(&page.paragraphs, usize::from(inner.width));
        let height = usize::from(inner.height.saturating_sub(3));
        page.above = page.above.min(lines.len().saturating_sub(height));
        sheet.write(inner, 0, &SheetRow::of(TextRole::Strong, page.title));
        for (line, row) in (2..).zip(lines.iter().skip(page.above).take(height)) {
            sheet.write(inner, line, row);
        }
        let end = (page.above + height).min(lines.len());
        let note = if lines.len() > height {
            format!(
                "{}-{end} of {}: the arrows read on, Esc closes",
                page.above + 1,
                lines.len()
            )
        } else {
            "Esc closes".to_owned()
        };
        sheet.write(
            inner,
            inner.height.saturating_sub(1),
            &SheetRow::of(TextRole::Faint, note),
        );
        page
    }

    /// The match; where the cursor is.
    fn draw_match(&mut self, sheet: &mut Sheet<'_>, area: Rect) -> Option<Position> {
        let (main, beside) = self.columns(area);
        if let Some(beside) = beside {
            self.draw_rules(sheet, beside);
        }
        let words = self.word_rows(main);
        let words_height = u16::try_from(words.len()).unwrap_or(1);
        let bottom = main.height.saturating_sub(words_height + 1);
        self.draw_head(sheet, main);
        let room = bottom.saturating_sub(SPOKEN + 5);
        let mut line = 2 + self.draw_board(sheet, below(main, 2), room.max(2));
        line += 1;
        let first = line;
        let spare = bottom.saturating_sub(line + SPOKEN).clamp(1, VERDICT);
        for row in self.verdict(usize::from(main.width)) {
            if line < bottom && line < first + spare {
                sheet.write(main, line, &row);
                line += 1;
            }
        }
        if line < bottom {
            let across = self.signs().line.to_string();
            let across = SheetRow::of(TextRole::Faint, across.repeat(usize::from(main.width)));
            sheet.write(main, line, &across);
        }
        let log = Rect {
            height: bottom.saturating_sub(line + 1),
            ..below(main, line + 1)
        };
        self.draw_log(sheet, log, beside.is_none());
        let cursor = self.draw_entry(sheet, main, bottom);
        for (line, words) in (bottom + 1..).zip(words) {
            self.draw_words(sheet, main, line, &words);
        }
        cursor
    }

    /// The board's part of the screen, and that of the rules.
    fn columns(&self, area: Rect) -> (Rect, Option<Rect>) {
        let main = inset(area);
        if area.width < WIDE || self.rules.is_empty() {
            return (main, None);
        }
        let width = (area.width * 2 / 5).min(WIDEST_RULES);
        let beside = Rect {
            x: main.right().saturating_sub(width),
            width,
            ..main
        };
        let main = Rect {
            width: main.width.saturating_sub(width + 2),
            ..main
        };
        (main, Some(beside))
    }

    fn draw_rules(&self, sheet: &mut Sheet<'_>, area: Rect) {
        let upright = self.signs().upright.to_string();
        for line in 0..area.height {
            sheet.write(area, line, &SheetRow::of(TextRole::Faint, upright.as_str()));
        }
        let inner = Rect {
            x: area.x + 2,
            width: area.width.saturating_sub(2),
            ..area
        };
        sheet.write(inner, 0, &SheetRow::of(TextRole::Strong, "Rules"));
        // In full if that fits, else in short.
        let room = usize::from(inner.height.saturating_sub(2));
        let mut lines = folded(&self.all_rules, usize::from(inner.width));
        if lines.len() > room {
            lines = folded(&self.rules, usize::from(inner.width));
            lines.push(SheetRow::default());
            lines.push(SheetRow::of(
                TextRole::Faint,
                "The word rules tells them exactly.",
            ));
        }
        for (line, row) in (2..inner.height).zip(&lines) {
            sheet.write(inner, line, row);
        }
    }

    /// The title of the game, and how well the computer plays.
    fn draw_head(&self, sheet: &mut Sheet<'_>, area: Rect) {
        let level = self
            .view
            .as_ref()
            .map(|view| format!("level {}", view.level));
        let level = level.unwrap_or_default();
        let width = usize::from(area.width);
        let room = width.saturating_sub(columns(&level) + 2);
        let title = clipped(&self.title, room, self.signs().left_out);
        let mut row = SheetRow::of(TextRole::Strong, title);
        let blanks = width.saturating_sub(row.width() + columns(&level));
        row.push(TextRole::Plain, " ".repeat(blanks));
        row.push(TextRole::Faint, level);
        sheet.write(area, 0, &row);
    }

    /// The piles or the strip, in at most so many lines; how many they take.
    fn draw_board(&mut self, sheet: &mut Sheet<'_>, area: Rect, room: u16) -> u16 {
        let width = usize::from(area.width);
        let room = usize::from(room);
        let drawn = match self.choice.board() {
            Table::Piles { names, .. } | Table::Heaps { names } => self.draw_piles(names, width),
            Table::Strip => self.draw_strip(width),
        };
        self.marked = drawn.iter().any(|line| line.marks);
        let focus = drawn.iter().position(|line| line.focus).unwrap_or(0);
        let above = (focus + 2)
            .saturating_sub(room)
            .min(drawn.len().saturating_sub(room));
        let mut lines = 0;
        for line in drawn.into_iter().skip(above).take(room) {
            sheet.write(area, lines, &line.row);
            for (from, until, touch) in line.touches {
                let touched = Rect {
                    x: area.x.saturating_add(from),
                    y: area.y + lines,
                    width: until - from,
                    height: 1,
                };
                self.touches.push((touched, touch));
            }
            lines += 1;
        }
        lines
    }

    fn draw_piles(&self, names: &[String], width: usize) -> Vec<DrawnRow> {
        let look = self.look.as_ref();
        let board = PileBoard {
            names,
            piles: self.choice.now(),
            left: self.choice.then(),
            chosen: (!self.is_still()).then(|| self.choice.pile()),
            may_leave: look.map_or(&[], |look| &look.may_leave),
        };
        let rows = board.draw(width, self.signs());
        let drawn = rows.into_iter().map(|drawn| {
            let mut touches = Vec::new();
            for column in 0..u16::try_from(width).unwrap_or(u16::MAX) {
                let touch = match drawn.left_at(usize::from(column)) {
                    Some(left) => Touch::Leave(drawn.pile, left),
                    None => Touch::Pile(drawn.pile),
                };
                touches.push((column, column + 1, touch));
            }
            DrawnRow {
                focus: drawn.pile == self.choice.pile(),
                marks: drawn.marks,
                row: drawn.row,
                touches,
            }
        });
        drawn.collect()
    }

    fn draw_strip(&self, width: usize) -> Vec<DrawnRow> {
        let look = self.look.as_ref();
        let coins = Coins {
            now: self.choice.now(),
            then: self.choice.then(),
            at: (!self.is_still()).then(|| self.choice.square()),
            may_hold: look.map_or(&[], |look| &look.may_hold),
        };
        let rows = coins.draw(width, self.signs());
        let drawn = rows.into_iter().map(|drawn| {
            let mut touches = Vec::new();
            let mut focus = false;
            for column in 0..u16::try_from(drawn.row.width()).unwrap_or(u16::MAX) {
                if let Some(square) = drawn.square_at(usize::from(column)) {
                    focus |= square == *self.choice.square();
                    touches.push((column, column + 1, Touch::Square(square)));
                }
            }
            DrawnRow {
                row: drawn.row,
                focus,
                marks: false,
                touches,
            }
        });
        drawn.collect()
    }

    /// Can nothing be chosen now?
    fn is_still(&self) -> bool {
        self.busy || self.view.as_ref().is_none_or(|view| view.over)
    }

    /// What the rules say of what is chosen, or what can be done.
    fn verdict(&self, width: usize) -> Vec<SheetRow> {
        if self.busy {
            let step = self.step.as_ref().map(|step| format!(": {step}"));
            let text = format!(
                "the computer is thinking{} (Esc stops it)",
                step.unwrap_or_default()
            );
            return folded(&[Paragraph::new(TextRole::Faint, text)], width);
        }
        let over = self.view.as_ref().is_some_and(|view| view.over);
        let paragraph = match (over, self.choice.is_made()) {
            (true, _) => Paragraph::new(
                TextRole::Faint,
                "The match is over: review, new, undo or quit.",
            ),
            (false, false) => self.advice(),
            (false, true) => self.judgement(),
        };
        folded(&[paragraph], width)
    }

    fn advice(&self) -> Paragraph {
        let text = match self.choice.board() {
            Table::Strip => {
                "Pick up coins and put them down: arrows and the space bar, then Enter. Or type the squares after your move."
                    .to_owned()
            }
            Table::Heaps { .. } => {
                "Take with the arrows, then Enter, or type what becomes of a heap, such as 7 -> 3,2.".to_owned()
            }
            Table::Piles { names, .. } => {
                let pile = self.choice.pile();
                let name = names.get(pile).map_or("a", String::as_str);
                let few = self.choice.now().get(pile).filter(|size| **size < 3);
                let few = few.map_or_else(|| "3".to_owned(), ToString::to_string);
                let may = self.look.as_ref().map_or(&[][..], |look| &look.may_leave);
                let may: Vec<usize> = (0..may.len()).filter(|left| may[*left]).collect();
                let may = match may.as_slice() {
                    may if self.marked || may.is_empty() => String::new(),
                    may => format!(" Of {name} you may leave {}.", ranges(may, 8, self.signs())),
                };
                format!("Take with the arrows, then Enter, or type {few} from {name}.{may}")
            }
        };
        Paragraph::new(TextRole::Faint, text)
    }

    fn judgement(&self) -> Paragraph {
        let piles = self.choice.then().iter();
        let piles: Vec<String> = piles
            .map(|pile| number::shown(pile, self.voice.full))
            .collect();
        let to = format!("to ({})", piles.join(", "));
        match self.look.as_ref().and_then(|look| look.verdict.as_ref()) {
            None => Paragraph::new(TextRole::Plain, to),
            Some(Ok(kinds)) => Paragraph::new(
                TextRole::Good,
                format!("{to}: legal, {kinds}. Enter moves."),
            ),
            Some(Err(reasons)) => {
                let reasons: Vec<String> = reasons
                    .iter()
                    .map(|reason| format!("\n  {reason}"))
                    .collect();
                Paragraph::new(
                    TextRole::Bad,
                    format!("{to}: not legal{}", reasons.concat()),
                )
            }
        }
    }

    /// The last lines of what was said; the rules come first where they do not stand beside it.
    fn draw_log(&mut self, sheet: &mut Sheet<'_>, area: Rect, with_rules: bool) {
        let width = usize::from(area.width);
        let height = usize::from(area.height);
        let rules: &[Paragraph] = if with_rules { &self.rules } else { &[] };
        // From the end, since a long match is not folded whole for each key.
        let mut lines: Vec<SheetRow> = Vec::new();
        for paragraph in rules.iter().chain(&self.log).rev() {
            if lines.len() >= height + self.below {
                break;
            }
            let folded = folded(std::slice::from_ref(paragraph), width);
            lines.extend(folded.into_iter().rev());
        }
        self.below = self.below.min(lines.len().saturating_sub(height));
        let seen = lines.iter().skip(self.below).take(height).rev();
        for (line, row) in (0..area.height).zip(seen) {
            sheet.write(area, line, row);
        }
    }

    /// The line that is typed; where the cursor is.
    fn draw_entry(&self, sheet: &mut Sheet<'_>, area: Rect, line: u16) -> Option<Position> {
        let room = usize::from(area.width).saturating_sub(columns(PROMPT) + 1);
        let before = self.entry.before_cursor();
        // Of a long line, what stands around the cursor is seen.
        let hidden = hidden_start(&before, room);
        let shown: String = self.entry.text().chars().skip(hidden).collect();
        let mut row = SheetRow::of(TextRole::Strong, PROMPT);
        row.push(
            TextRole::Plain,
            clipped(&shown, room, self.signs().left_out),
        );
        if let Some(word) = self.completion().filter(|_| self.entry.is_at_end()) {
            let rest: String = word
                .chars()
                .skip(self.entry.text().chars().count())
                .collect();
            row.push(TextRole::Faint, rest);
        }
        sheet.write(area, line, &row);
        let before: String = before.chars().skip(hidden).collect();
        let column = u16::try_from(columns(PROMPT) + columns(&before)).unwrap_or(0);
        Some(Position::new(
            area.x
                .saturating_add(column)
                .min(area.right().saturating_sub(1)),
            area.y
                .saturating_add(line)
                .min(area.bottom().saturating_sub(1)),
        ))
    }

    /// The words that can be said, in lines: two on a narrow screen that is high enough.
    fn word_rows(&self, area: Rect) -> Vec<Vec<&'static str>> {
        let most = if area.height >= 16 { 2 } else { 1 };
        let mut rows = vec![Vec::new()];
        let mut width = 0;
        for word in WORDS {
            let wide = word.len() + 2;
            if width + wide > usize::from(area.width) + 2 {
                if rows.len() == most {
                    break;
                }
                rows.push(Vec::new());
                width = 0;
            }
            width += wide;
            if let Some(row) = rows.last_mut() {
                row.push(word);
            }
        }
        rows
    }

    fn draw_words(&mut self, sheet: &mut Sheet<'_>, area: Rect, line: u16, words: &[&'static str]) {
        let mut row = SheetRow::default();
        for word in words {
            let from = u16::try_from(row.width()).unwrap_or(0);
            row.push(TextRole::Chosen, *word);
            let touched = Rect {
                x: area.x.saturating_add(from),
                y: area.y.saturating_add(line),
                width: u16::try_from(word.len()).unwrap_or(0),
                height: 1,
            };
            self.touches.push((touched, Touch::Word(word)));
            row.push(TextRole::Plain, "  ");
        }
        sheet.write(area, line, &row);
    }
}

/// A line of the board, whether it should be seen, whether it marks what is legal, and what a finger on its columns means.
struct DrawnRow {
    row: SheetRow,
    focus: bool,
    marks: bool,
    touches: Vec<(u16, u16, Touch)>,
}

/// Where rows are written.
struct Sheet<'b> {
    buffer: &'b mut Buffer,
    colours: bool,
}

impl Sheet<'_> {
    /// Writes a row into a line of an area, as far as there is room.
    fn write(&mut self, area: Rect, line: u16, row: &SheetRow) {
        let y = area.y.saturating_add(line);
        if line >= area.height || !self.buffer.area.contains(Position::new(area.x, y)) {
            return;
        }
        let mut x = area.x;
        for (ink, text) in &row.pieces {
            let room = usize::from(area.right().saturating_sub(x));
            (x, _) = self
                .buffer
                .set_stringn(x, y, text, room, style(*ink, self.colours));
        }
    }
}

/// Paragraphs in lines of a width.
fn folded(paragraphs: &[Paragraph], width: usize) -> Vec<SheetRow> {
    let lines = paragraphs.iter().flat_map(|paragraph| {
        let lines = wrapped(&paragraph.text, width).into_iter();
        lines.map(|line| SheetRow::of(paragraph.ink, line))
    });
    lines.collect()
}

/// How an ink looks. What colours tell is told without them too.
fn style(ink: TextRole, colours: bool) -> Style {
    let plain = Style::new();
    let bold = plain.add_modifier(Modifier::BOLD);
    let dim = plain.add_modifier(Modifier::DIM);
    match (ink, colours) {
        (TextRole::Plain, _) => plain,
        (TextRole::Faint, _) => dim,
        (TextRole::Strong, _) => bold,
        (TextRole::Token, true) => plain.fg(Color::Cyan),
        (TextRole::Going, true) => plain.fg(Color::Red),
        (TextRole::Legal | TextRole::Good, true) => plain.fg(Color::Green),
        (TextRole::Bad, true) => plain.fg(Color::Red),
        (TextRole::Chosen, true) => bold.fg(Color::Cyan),
        (TextRole::Going, false) => dim,
        (TextRole::Chosen, false) => bold,
        (TextRole::Token | TextRole::Legal | TextRole::Good | TextRole::Bad, false) => plain,
    }
}

/// A column of margin on each side, where there is room.
fn inset(area: Rect) -> Rect {
    if area.width < 30 {
        return area;
    }
    Rect {
        x: area.x + 1,
        width: area.width - 2,
        ..area
    }
}

/// An area from a line on.
fn below(area: Rect, line: u16) -> Rect {
    let line = line.min(area.height);
    Rect {
        y: area.y + line,
        height: area.height - line,
        ..area
    }
}

/// How many letters at the start of a long line are out of sight.
fn hidden_start(before: &str, room: usize) -> usize {
    let mut width = 0;
    let seen = before.chars().rev().take_while(|letter| {
        width += columns(letter.encode_utf8(&mut [0; 4]));
        width <= room
    });
    before.chars().count() - seen.count()
}
