//! A strict reader of the LaTeX that is written here: whatever it accepts, LaTeX compiles.
//!
//! Braces, brackets of optional arguments, environments and math are closed in order, each macro is known and used in
//! its mode, signs that mean something to TeX are escaped, no index or exponent stands twice, and characters beyond ASCII
//! are letters that T1 fonts have.

/// Macros of text, of math, and of both.
const TEXT: &[&str] = &[
    "section*",
    "subsection*",
    "item",
    "newline",
    "textbackslash",
    "textasciicircum",
    "textasciitilde",
    "textless",
    "textgreater",
    "textbar",
    "texttt",
    "dots",
    "char34",
    "toprule",
    "midrule",
    "bottomrule",
];
const MATH: &[&str] = &[
    "text",
    "Rightarrow",
    "Leftrightarrow",
    "exists",
    "forall",
    "in",
    "notin",
    "cup",
    "oplus",
    "cdot",
    "times",
    "bmod",
    "mathbin",
    "mathrm",
    "mathit",
    "colon",
    "mid",
    "lvert",
    "rvert",
    "lfloor",
    "rfloor",
    "lceil",
    "rceil",
    "sqrt",
    "surd",
    "sum",
    "bigoplus",
    "dots",
    "le",
    "ge",
    "ne",
    "min",
    "max",
    "ln",
    "exp",
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "pi",
    "rho",
    "sigma",
    "tau",
    "phi",
    "chi",
    "psi",
    "omega",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Xi",
    "Pi",
    "Sigma",
    "Phi",
    "Psi",
    "Omega",
];

/// What is open.
#[derive(Clone, Debug, PartialEq)]
enum Open {
    /// With the scripts outside, if it holds a script.
    Brace {
        text: bool,
        script: Option<(bool, bool)>,
    },
    Bracket,
    Math,
    Environment(String),
}

/// Panics at the first thing that LaTeX might refuse.
pub(crate) fn assert_compiles(source: &str) {
    if let Some(fault) = fault(source) {
        panic!("{fault} in\n{source}");
    }
}

/// The first thing that LaTeX might refuse.
pub(crate) fn fault(source: &str) -> Option<String> {
    Reader::new(source).read().err()
}

struct Reader {
    rest: Vec<char>,
    at: usize,
    open: Vec<Open>,
    /// The index and the exponent that stand at the last thing in math.
    scripts: (bool, bool),
    /// Must the next thing be the argument of a macro?
    argument: bool,
}

impl Reader {
    fn new(source: &str) -> Self {
        Self {
            rest: source.chars().collect(),
            at: 0,
            open: Vec::new(),
            scripts: (false, false),
            argument: false,
        }
    }

    /// Are we in math? `\text` leaves it.
    fn math(&self) -> bool {
        let inner = self.open.iter().rev().find_map(|open| match open {
            Open::Math => Some(true),
            Open::Brace { text: true, .. } => Some(false),
            _ => None,
        });
        inner.unwrap_or(false)
    }

    fn next(&mut self) -> Option<char> {
        let found = self.rest.get(self.at).copied();
        self.at += 1;
        found
    }

    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn read(mut self) -> Result<(), String> {
        let mut text_next = false;
        let mut script_next = false;
        while let Some(sign) = self.next() {
            let here = format!("`{sign}` at {}", self.at);
            if self.argument && sign != '{' && sign != '[' {
                return Err(format!("no argument before {here}"));
            }
            if script_next && sign != '{' {
                return Err(format!("a script without braces at {here}"));
            }
            match sign {
                '\\' => {
                    if let Some(name) = self.macro_name()? {
                        text_next = name == "text";
                    }
                    self.scripts = (false, false);
                }
                '{' => {
                    let script = script_next.then_some(self.scripts);
                    self.open.push(Open::Brace {
                        text: text_next,
                        script,
                    });
                    (text_next, script_next, self.argument) = (false, false, false);
                    self.scripts = (false, false);
                }
                '}' => match self.open.pop() {
                    Some(Open::Brace { script, .. }) => self.scripts = script.unwrap_or_default(),
                    other => return Err(format!("{here} closes {other:?}")),
                },
                '[' if self.argument => {
                    self.open.push(Open::Bracket);
                    self.argument = false;
                }
                ']' if self.open.last() == Some(&Open::Bracket) => {
                    self.open.pop();
                }
                '$' => {
                    if self.open.last() == Some(&Open::Math) {
                        self.open.pop();
                    } else if self.math() || self.peek() == Some('$') {
                        return Err(format!("{here} opens math in math"));
                    } else {
                        self.open.push(Open::Math);
                        self.scripts = (false, false);
                    }
                }
                '_' | '^' => {
                    let seen = if sign == '_' {
                        &mut self.scripts.0
                    } else {
                        &mut self.scripts.1
                    };
                    if std::mem::replace(seen, true) {
                        return Err(format!("a second script {here}"));
                    }
                    if !self.math() {
                        return Err(format!("{here} outside math"));
                    }
                    script_next = true;
                }
                '#' | '%' => return Err(format!("{here} is not escaped")),
                '&' if !self.in_table() => return Err(format!("{here} outside a table")),
                '<' | '>' | '|' if !self.math() => return Err(format!("{here} outside math")),
                '\n' if self.math() => return Err(format!("{here} in math")),
                '\'' => {}
                ' '..='~' | '\n' => self.scripts = (false, false),
                'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ž' if !self.math() => {}
                _ => return Err(format!("{here} has no sign in LaTeX")),
            }
        }
        match self.open.last() {
            None => Ok(()),
            Some(open) => Err(format!("{open:?} is never closed")),
        }
    }

    fn in_table(&self) -> bool {
        self.open.last() == Some(&Open::Environment("tabular".to_owned()))
    }

    fn macro_name(&mut self) -> Result<Option<String>, String> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            self.at += 1;
        }
        if self.at == start {
            return match self.next() {
                Some('{' | '}' | '$' | '&' | '#' | '%' | '_' | ',') => Ok(None),
                Some('\\') if self.in_table() => Ok(None),
                other => Err(format!("the macro \\{other:?}")),
            };
        }
        while self
            .peek()
            .is_some_and(|c| c == '*' || c == '3' || c == '4')
            && {
                let name: String = self.rest[start..=self.at].iter().collect();
                TEXT.iter().any(|known| known.starts_with(&name))
            }
        {
            self.at += 1;
        }
        let name: String = self.rest[start..self.at].iter().collect();
        match name.as_str() {
            "begin" | "end" => self.environment(name == "begin")?,
            _ => {
                let known = if self.math() { MATH } else { TEXT };
                if !known.contains(&name.as_str()) {
                    return Err(format!("the macro \\{name}"));
                }
            }
        }
        self.argument = matches!(
            name.as_str(),
            "text"
                | "sqrt"
                | "mathit"
                | "mathrm"
                | "mathbin"
                | "section*"
                | "subsection*"
                | "texttt"
                | "item"
        );
        Ok(Some(name))
    }

    fn environment(&mut self, begin: bool) -> Result<(), String> {
        let end = self.rest[self.at..]
            .iter()
            .position(|c| *c == '}')
            .ok_or("an environment without a name")?;
        let name: String = self.rest[self.at + 1..self.at + end].iter().collect();
        self.at += end + 1;
        if !["description", "tabular"].contains(&name.as_str()) {
            return Err(format!("the environment {name}"));
        }
        if begin {
            self.open.push(Open::Environment(name));
        } else if self.open.pop() != Some(Open::Environment(name.clone())) {
            return Err(format!("the end of {name}"));
        }
        Ok(())
    }
}
