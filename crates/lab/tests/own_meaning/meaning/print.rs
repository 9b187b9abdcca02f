//! A game as the text of a `.game` file, with as few brackets as the grammar allows.

use super::tree::*;

/// The text of a game.
pub(crate) fn game(game: &Game) -> String {
    let names = &game.piles;
    let printer = Printer { piles: names };
    let mut lines = vec![printer.header(game)];
    lines.push(printer.piles_line());
    if let Some(positions) = &game.positions {
        lines.push(format!("positions when {}", printer.formula(positions, 0)));
    }
    for (name, value) in &game.consts {
        lines.push(format!("const {name} = {}", real(*value)));
    }
    // Definitions may stand in any order: those of sets come before the `let`s that they use.
    for (name, set) in &game.sets {
        lines.push(format!("set {name} = {}", printer.set(set)));
    }
    for definition in &game.lets {
        lines.push(printer.definition(definition));
    }
    for rule in &game.moves {
        lines.push(printer.rule(rule));
    }
    if let Some(ends) = &game.ends {
        lines.push(format!("ends when {}", printer.formula(ends, 0)));
    }
    if game.blocking > 0 {
        lines.push(format!("blocking {}", game.blocking));
    }
    for (word, claim) in [("", &game.p), ("misere ", &game.misere)] {
        match claim {
            Some(PClaim::Set(set)) => lines.push(format!("{word}P = {}", printer.set(set))),
            Some(PClaim::When(formula)) => {
                lines.push(format!("{word}P when {}", printer.formula(formula, 0)));
            }
            None => {}
        }
    }
    for (condition, value) in &game.nim_values {
        let value = printer.term(value, 0);
        lines.push(match condition {
            Some(condition) => {
                format!("nim-value if ({}) = {value}", printer.formula(condition, 0))
            }
            None => format!("nim-value = {value}"),
        });
    }
    for (place, theorem) in game.theorems.iter().enumerate() {
        let sentence = printer.formula(theorem, 0);
        lines.push(format!("theorem \"T{place}\": {sentence}"));
    }
    lines.join("\n") + "\n"
}

struct Printer<'a> {
    piles: &'a Piles,
}

/// Levels of terms: 0 a sum, 1 a product, 2 a factor. Of formulas: 0 `iff`, 1 `implies`, 2 `or`, 3 `and`, 4 `not`.
fn bracketed(text: String, level: u8, wanted: u8) -> String {
    if level < wanted {
        format!("({text})")
    } else {
        text
    }
}

fn real(value: Real) -> String {
    let Real { a, b, root, c } = value;
    if (a, b, root, c) == (1, 1, 5, 2) {
        return "phi".into();
    }
    match (b, c) {
        (0, 1) => format!("{a}"),
        (0, _) => format!("{a}/{c}"),
        (_, 1) => format!("({a} + {b}*sqrt({root}))"),
        _ => format!("({a} + {b}*sqrt({root}))/{c}"),
    }
}

fn factor(factor: &Factor) -> String {
    match factor {
        Factor::Written(value) => real(*value),
        Factor::Const(name) => name.clone(),
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}

fn quantifier(exists: bool) -> &'static str {
    if exists { "exists" } else { "forall" }
}

impl Printer<'_> {
    fn header(&self, game: &Game) -> String {
        let parameters: Vec<String> = game
            .parameters
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        if parameters.is_empty() {
            "game own".into()
        } else {
            format!("game own ({})", parameters.join(", "))
        }
    }

    fn piles_line(&self) -> String {
        let Piles {
            sorted,
            names,
            family,
            count,
        } = self.piles;
        match family {
            Some(last) => {
                let sorted = if *sorted > 0 { " sorted" } else { "" };
                format!("piles {}[1..{}]{sorted}", names[0], self.term(last, 0))
            }
            None if *sorted == 0 => format!("piles {}", names.join(", ")),
            None if sorted == count => format!("piles {}", names.join(" <= ")),
            None => {
                let (sorted, placed) = names.split_at(*sorted);
                format!("piles {}; {}", sorted.join(" <= "), placed.join(", "))
            }
        }
    }

    fn definition(&self, definition: &Let) -> String {
        let Let {
            name,
            arguments,
            body,
        } = definition;
        let arguments = if arguments.is_empty() {
            String::new()
        } else {
            format!("({})", arguments.join(", "))
        };
        let body = match body {
            Body::Term(term) => self.term(term, 0),
            Body::Formula(formula) => self.formula(formula, 0),
        };
        format!("let {name}{arguments} = {body}")
    }

    fn rule(&self, rule: &Move) -> String {
        let family = match &rule.family {
            Some((name, from, to)) => format!(" for {name} in {from}..{to}"),
            None => String::new(),
        };
        let clauses: Vec<String> = rule
            .clauses
            .iter()
            .map(|clause| self.clause(clause))
            .collect();
        format!(
            "move {}{family}:\n    {}",
            rule.kind,
            clauses.join("\n    ")
        )
    }

    fn clause(&self, clause: &Clause) -> String {
        match clause {
            Clause::If(formula) => format!("if {}", self.formula(formula, 0)),
            Clause::Let(definition) => self.definition(definition),
            Clause::To(terms) => {
                let terms: Vec<String> = terms.iter().map(|term| self.term(term, 0)).collect();
                format!("to ({})", terms.join(", "))
            }
            // A clause may not begin like a tuple or with a word that only continues one.
            Clause::Holds(formula) => self.formula(formula, 0),
        }
    }

    fn pile(&self, index: &Index, primed: bool) -> String {
        let prime = if primed { "'" } else { "" };
        match (index, &self.piles.family) {
            (Index::Place(place), None) => format!("{}{prime}", self.piles.names[*place]),
            (Index::Place(place), Some(_)) => {
                format!("{}[{}]{prime}", self.piles.names[0], place + 1)
            }
            (Index::Variable(name), _) => format!("{}[{name}]{prime}", self.piles.names[0]),
        }
    }

    fn list(&self, terms: &[Term]) -> String {
        let terms: Vec<String> = terms.iter().map(|term| self.term(term, 0)).collect();
        terms.join(", ")
    }

    fn term(&self, term: &Term, wanted: u8) -> String {
        match term {
            Term::Number(value) if *value < 0 => format!("({value})"),
            Term::Number(value) => format!("{value}"),
            Term::Name(name) => name.clone(),
            Term::Pile(index, primed) => self.pile(index, *primed),
            Term::Call(name, arguments) if arguments.is_empty() => name.clone(),
            Term::Call(name, arguments) => format!("{name}({})", self.list(arguments)),
            Term::Sum(parts) => bracketed(self.sum(parts), 0, wanted),
            Term::Times(k, inner) => {
                let k = if *k < 0 {
                    format!("({k})")
                } else {
                    format!("{k}")
                };
                bracketed(format!("{k}*{}", self.term(inner, 2)), 1, wanted)
            }
            Term::Round {
                up,
                factor: by,
                inner,
                plus,
            } => {
                let name = if *up { "ceil" } else { "floor" };
                let plus = match plus {
                    (0, _) => String::new(),
                    (p, 1) if *p < 0 => format!(" - {}", -p),
                    (p, q) if *p < 0 => format!(" - {}/{q}", -p),
                    (p, 1) => format!(" + {p}"),
                    (p, q) => format!(" + {p}/{q}"),
                };
                format!("{name}({}*{}{plus})", self.term(inner, 2), factor(by))
            }
            Term::Mod(inner, k) => bracketed(format!("{} mod {k}", self.term(inner, 2)), 1, wanted),
            Term::Div(inner, k) => bracketed(format!("{} div {k}", self.term(inner, 2)), 1, wanted),
            Term::Absolute(inner) => format!("|{}|", self.term(inner, 0)),
            Term::Least(terms) => format!("min({})", self.list(terms)),
            Term::Greatest(terms) => format!("max({})", self.list(terms)),
            Term::Choice(condition, yes, no) => {
                let condition = self.formula(condition, 0);
                let (yes, no) = (self.term(yes, 0), self.term(no, 0));
                format!("(if {condition} then {yes} else {no})")
            }
            Term::Total(name, from, to, body) => {
                let (to, body) = (self.term(to, 0), self.term(body, 0));
                format!("(sum {name} in {from}..{to}: {body})")
            }
            Term::NimSum => {
                let piles: Vec<String> = (0..self.piles.count)
                    .map(|place| self.pile(&Index::Place(place), false))
                    .collect();
                format!("({})", piles.join(" xor "))
            }
            Term::Shifted {
                left,
                inner,
                numerals,
            } => {
                let word = if *left { "shift" } else { "unshift" };
                format!("{word}({}, {})", self.term(inner, 0), numerals.name())
            }
        }
    }

    fn sum(&self, parts: &[(bool, Term)]) -> String {
        let mut text = String::new();
        for (place, (added, part)) in parts.iter().enumerate() {
            text.push_str(match (place, added) {
                (0, true) => "",
                (0, false) => "-",
                (_, true) => " + ",
                (_, false) => " - ",
            });
            text.push_str(&self.term(part, 1));
        }
        text
    }

    fn formula(&self, formula: &Formula, wanted: u8) -> String {
        match formula {
            Formula::Truth(value) => format!("{value}"),
            Formula::Compare(first, links) => {
                let mut text = self.term(first, 0);
                for (comparison, term) in links {
                    text.push_str(&format!(" {} {}", sign(*comparison), self.term(term, 0)));
                }
                bracketed(text, 5, wanted)
            }
            Formula::Not(inner) => bracketed(format!("not {}", self.formula(inner, 4)), 4, wanted),
            Formula::And(parts) => bracketed(self.join(parts, " and ", 4), 3, wanted),
            Formula::Or(parts) => bracketed(self.join(parts, " or ", 3), 2, wanted),
            Formula::Implies(left, right) => {
                let text = format!(
                    "{} implies {}",
                    self.formula(left, 2),
                    self.formula(right, 1)
                );
                bracketed(text, 1, wanted)
            }
            Formula::Iff(left, right) => {
                let text = format!("{} iff {}", self.formula(left, 1), self.formula(right, 1));
                bracketed(text, 0, wanted)
            }
            Formula::In {
                tuple,
                negated,
                set,
            } => {
                let tuple = match tuple.as_slice() {
                    [term] => self.term(term, 0),
                    terms => format!("({})", self.list(terms)),
                };
                let not = if *negated { "not " } else { "" };
                let member = |part: &Part| format!("{tuple} {not}in {}", self.part(part));
                let parts: Vec<String> = set.iter().map(member).collect();
                let join = if *negated { " and " } else { " or " };
                if parts.len() == 1 {
                    parts.concat()
                } else {
                    format!("({})", parts.join(join))
                }
            }
            Formula::Below {
                exists,
                names,
                strict,
                bound,
                body,
            } => {
                let sign = if *strict { "<" } else { "<=" };
                let (names, bound) = (names.join(", "), self.term(bound, 0));
                let body = self.formula(body, 0);
                self.tail(
                    format!("{} {names} {sign} {bound}: {body}", quantifier(*exists)),
                    wanted,
                )
            }
            Formula::Guarded {
                exists,
                name,
                a,
                b,
                bound,
                body,
            } => {
                let guard = match (a, b) {
                    (1, 0) => name.clone(),
                    (1, b) => format!("{name} + {b}"),
                    (a, 0) => format!("{a}*{name}"),
                    (a, b) => format!("{a}*{name} + {b}"),
                };
                let (bound, quantifier) = (self.term(bound, 0), quantifier(*exists));
                let text = if *exists {
                    format!(
                        "{quantifier} {name}: {guard} <= {bound} and {}",
                        self.formula(body, 4)
                    )
                } else {
                    format!(
                        "{quantifier} {name}: {guard} <= {bound} implies {}",
                        self.formula(body, 1)
                    )
                };
                self.tail(text, wanted)
            }
            Formula::All {
                exists,
                names,
                body,
            } => {
                let (names, body) = (names.join(", "), self.formula(body, 0));
                self.tail(format!("{} {names}: {body}", quantifier(*exists)), wanted)
            }
            Formula::Over {
                exists,
                name,
                from,
                to,
                body,
            } => {
                let (to, body) = (self.term(to, 0), self.formula(body, 0));
                self.tail(
                    format!("{} {name} in {from}..{to}: {body}", quantifier(*exists)),
                    wanted,
                )
            }
            Formula::Changes(amount, count, places) => self.changes(*amount, *count, places),
            Formula::Call(name, arguments) if arguments.is_empty() => name.clone(),
            Formula::Call(name, arguments) => format!("{name}({})", self.list(arguments)),
            Formula::Digits(term, numerals, shape) => {
                let (term, pattern) = (self.term(term, 0), shape.pattern());
                format!("digits({term}, {}) matches \"{pattern}\"", numerals.name())
            }
            Formula::EveryPlace(names, numerals, rule) => {
                let names = names.each_ref().map(|name| self.term(name, 0));
                let [first, second] = &names;
                let rule = match rule {
                    PlaceRule::SumAtMost(most) => format!("{first} + {second} <= {most}"),
                    PlaceRule::SumEven => format!("({first} + {second}) mod 2 = 0"),
                    PlaceRule::Rising => format!("{first} <= {second}"),
                };
                let (names, system) = (names.join(", "), numerals.name());
                let text = format!("in every place of ({names}) in {system}: {rule}");
                self.tail(text, wanted)
            }
        }
    }

    /// What goes as far as it can needs brackets wherever something may follow.
    fn tail(&self, text: String, wanted: u8) -> String {
        bracketed(text, 0, wanted.min(1))
    }

    fn join(&self, parts: &[Formula], word: &str, level: u8) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.formula(part, level)).collect();
        parts.join(word)
    }

    fn changes(&self, amount: Amount, count: usize, places: &[usize]) -> String {
        let amount = match amount {
            Amount::AtMost => "at most",
            Amount::Exactly => "exactly",
            Amount::AtLeast => "at least",
        };
        let piles: Vec<String> = if places.is_empty() {
            vec![self.piles.names[0].clone()]
        } else {
            let pile = |place: &usize| self.pile(&Index::Place(*place), false);
            places.iter().map(pile).collect()
        };
        let change = if count == 1 { "changes" } else { "change" };
        format!("{amount} {count} of {} {change}", piles.join(", "))
    }

    fn set(&self, set: &Set) -> String {
        let parts: Vec<String> = set.iter().map(|part| self.part(part)).collect();
        parts.join(" or ")
    }

    fn part(&self, part: &Part) -> String {
        let tuple = |terms: &[String]| match terms {
            [term] => term.clone(),
            terms => format!("({})", terms.join(", ")),
        };
        match part {
            Part::Named(name) => name.clone(),
            Part::Elements(elements) => {
                let element = |terms: &Vec<Term>| {
                    let terms: Vec<String> = terms.iter().map(|term| self.term(term, 0)).collect();
                    tuple(&terms)
                };
                let elements: Vec<String> = elements.iter().map(element).collect();
                format!("{{{}}}", elements.join(", "))
            }
            Part::Of(comprehension) => {
                let entries: Vec<String> = comprehension
                    .element
                    .iter()
                    .map(|entry| self.entry(entry))
                    .collect();
                let bounds = comprehension
                    .variables
                    .iter()
                    .map(|bound| self.bound(bound));
                let others = comprehension
                    .conditions
                    .iter()
                    .map(|formula| self.formula(formula, 0));
                let conditions: Vec<String> = if comprehension.bounds_last {
                    others.chain(bounds).collect()
                } else {
                    bounds.chain(others).collect()
                };
                format!("{{ {} | {} }}", tuple(&entries), conditions.join(", "))
            }
        }
    }

    fn entry(&self, entry: &Entry) -> String {
        let growing = entry.growing.iter().map(|(growth, name)| match growth {
            Growth::Times(1) => (true, name.clone()),
            Growth::Times(k) => (true, format!("{k}*{name}")),
            Growth::Floor(by) => (true, format!("floor({name}*{})", factor(by))),
            Growth::Minus => (false, name.clone()),
        });
        let mut text = String::new();
        for (added, part) in growing {
            text.push_str(match (text.is_empty(), added) {
                (true, true) => "",
                (true, false) => "-",
                (false, true) => " + ",
                (false, false) => " - ",
            });
            text.push_str(&part);
        }
        match &entry.base {
            Term::Number(0) if !text.is_empty() => text,
            base if text.is_empty() => self.term(base, 0),
            base => format!("{text} + {}", self.term(base, 1)),
        }
    }

    fn bound(&self, bound: &Bound) -> String {
        let Bound { name, least, most } = bound;
        match most {
            None => format!("{name} >= {least}"),
            Some(most) if *least == 0 => format!("{name} <= {}", self.term(most, 0)),
            Some(most) => format!("{least} <= {name} <= {}", self.term(most, 0)),
        }
    }
}
