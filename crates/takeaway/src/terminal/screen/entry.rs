//! The line that is typed on the screen: its letters, the cursor, and what was typed before.

/// So many lines are remembered.
const REMEMBERED: usize = 200;

/// No line gets longer than this, in letters.
const LONGEST: usize = 100_000;

/// A line being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InputField {
    letters: Vec<char>,
    cursor: usize,
    history: Vec<String>,
    /// Which line of the history is shown.
    recalled: Option<usize>,
}

impl InputField {
    /// What is typed.
    pub(crate) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// What stands before the cursor.
    pub(crate) fn before_cursor(&self) -> String {
        self.letters.iter().take(self.cursor).collect()
    }

    /// Is nothing typed?
    pub(crate) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Is the cursor behind the last letter?
    pub(crate) fn is_at_end(&self) -> bool {
        self.cursor == self.letters.len()
    }

    /// Types a letter.
    pub(crate) fn insert(&mut self, letter: char) {
        if self.letters.len() < LONGEST && !lab::is_hidden(letter) {
            self.letters.insert(self.cursor, letter);
            self.cursor += 1;
        }
    }

    /// Types all that is pasted, as one line.
    pub(crate) fn paste(&mut self, text: &str) {
        let line = text.trim().replace(['\n', '\r', '\t'], " ");
        let room = LONGEST.saturating_sub(self.letters.len());
        let new: Vec<char> = line
            .chars()
            .filter(|letter| !lab::is_hidden(*letter))
            .take(room)
            .collect();
        let count = new.len();
        self.letters.splice(self.cursor..self.cursor, new);
        self.cursor += count;
    }

    /// Puts this line in place of what is typed.
    pub(crate) fn put(&mut self, line: &str) {
        self.letters = line.chars().collect();
        self.cursor = self.letters.len();
    }

    /// Removes the letter before the cursor.
    pub(crate) fn rub_out(&mut self) {
        if self.cursor > 0 {
            self.cursor -= 1;
            self.letters.remove(self.cursor);
        }
    }

    /// Removes the letter at the cursor.
    pub(crate) fn delete(&mut self) {
        if self.cursor < self.letters.len() {
            self.letters.remove(self.cursor);
        }
    }

    /// Removes the word before the cursor.
    pub(crate) fn rub_out_word(&mut self) {
        let before = &self.letters[..self.cursor];
        let blanks = before.iter().rev().take_while(|letter| **letter == ' ');
        let blanks = blanks.count();
        let word = before.iter().rev().skip(blanks);
        let word = word.take_while(|letter| **letter != ' ').count();
        let start = self.cursor - blanks - word;
        self.letters.drain(start..self.cursor);
        self.cursor = start;
    }

    /// Removes what stands before the cursor.
    pub(crate) fn rub_out_all(&mut self) {
        self.letters.drain(..self.cursor);
        self.cursor = 0;
    }

    /// Removes what stands behind the cursor.
    pub(crate) fn cut_off(&mut self) {
        self.letters.truncate(self.cursor);
    }

    /// Moves the cursor by so many letters.
    pub(crate) fn go(&mut self, by: isize) {
        self.cursor = self
            .cursor
            .saturating_add_signed(by)
            .min(self.letters.len());
    }

    /// Moves the cursor to the start.
    pub(crate) fn go_to_start(&mut self) {
        self.cursor = 0;
    }

    /// Moves the cursor to the end.
    pub(crate) fn go_to_end(&mut self) {
        self.cursor = self.letters.len();
    }

    /// Shows the line that was typed before the one that is shown.
    pub(crate) fn recall_earlier(&mut self) {
        let last = self.recalled.unwrap_or(self.history.len());
        if let Some(earlier) = last.checked_sub(1) {
            self.recall(earlier);
        }
    }

    /// Shows the line that was typed after it.
    pub(crate) fn recall_later(&mut self) {
        match self.recalled {
            Some(place) if place + 1 < self.history.len() => self.recall(place + 1),
            Some(_) => self.clear(),
            None => {}
        }
    }

    fn recall(&mut self, place: usize) {
        let line = self.history[place].clone();
        self.put(&line);
        self.recalled = Some(place);
    }

    /// Forgets what is typed.
    pub(crate) fn clear(&mut self) {
        self.letters.clear();
        self.cursor = 0;
        self.recalled = None;
    }

    /// The line is finished: it is remembered, and the next one begins.
    pub(crate) fn finish(&mut self) -> String {
        let line = self.text();
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            if self.history.len() == REMEMBERED {
                self.history.remove(0);
            }
            self.history.push(line.clone());
        }
        self.clear();
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> InputField {
        let mut entry = InputField::default();
        text.chars().for_each(|letter| entry.insert(letter));
        entry
    }

    #[test]
    fn letters_come_and_go_at_the_cursor() {
        let mut entry = typed("3 fom c");
        entry.go(-4);
        entry.insert('r');
        assert_eq!(entry.text(), "3 from c");
        assert_eq!(entry.before_cursor(), "3 fr");
        entry.delete();
        entry.rub_out();
        assert_eq!(entry.text(), "3 fm c");
        entry.go(99);
        entry.rub_out_word();
        assert_eq!(entry.text(), "3 fm ");
        entry.go(-99);
        entry.rub_out();
        entry.cut_off();
        assert!(entry.is_empty());
    }

    #[test]
    fn lines_are_recalled() {
        let mut entry = InputField::default();
        for line in ["hint", "3,5", "3,5", " "] {
            entry.put(line);
            assert_eq!(entry.finish(), line);
        }
        entry.recall_earlier();
        assert_eq!(entry.text(), "3,5");
        entry.recall_earlier();
        entry.recall_earlier();
        assert_eq!(entry.text(), "hint");
        entry.recall_later();
        entry.recall_later();
        assert!(entry.is_empty());
        entry.recall_later();
        assert!(entry.is_empty());
    }

    #[test]
    fn what_is_pasted_is_one_line() {
        let mut entry = typed("()");
        entry.go(-1);
        entry.paste("3,\r\n5\u{1b}[31m\n");
        assert_eq!(entry.text(), "(3,  5[31m)");
    }
}
