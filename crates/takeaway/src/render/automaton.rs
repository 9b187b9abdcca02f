//! Automata for readers: as text, and in the DOT language of Graphviz.

use std::collections::BTreeMap;
use std::fmt::Write;

use lab::{AutomatonAnswer, AutomatonEdge, AutomatonState, counted};

/// What an automaton accepts, in words.
pub(crate) fn title(answer: &AutomatonAnswer) -> String {
    let AutomatonAnswer {
        game, of, system, ..
    } = answer;
    let numbers = answer.numbers.join(", ");
    match of.strip_prefix("set ") {
        Some(set) => format!("The set {set} of {game}: ({numbers}) in {system}"),
        None if of.ends_with("added") => format!("The {of} to {game}: ({numbers}) in {system}"),
        None => format!("The {of} of {game}: ({numbers}) in {system}"),
    }
}

/// How an automaton reads, in words.
pub(crate) fn reading(answer: &AutomatonAnswer) -> String {
    let edges: usize = answer.states.iter().map(|state| state.edges.len()).sum();
    let states = counted(answer.states.len(), "state", "states");
    let letters = match answer.places {
        1 => "a letter is one digit of each number".to_owned(),
        places => format!("a letter is {places} digits of each number, place by place"),
    };
    format!(
        "{states}, {}; the most significant digits first, {letters}",
        counted(edges, "edge", "edges")
    )
}

/// The states one after the other.
pub fn text(answer: &AutomatonAnswer) -> String {
    let mut text = format!("{}\n{}\n", title(answer), reading(answer));
    for state in &answer.states {
        let begin = if state.number == 0 {
            ", where reading begins"
        } else {
            ""
        };
        let end = if state.accepting { ", accepting" } else { "" };
        let _ = writeln!(text, "\nstate {}{begin}{end}", state.number);
        for (to, letters) in joined(state) {
            let _ = writeln!(text, "  {} -> {to}", letters.join(", "));
        }
    }
    let _ = writeln!(text, "\nevidence: {}", answer.evidence);
    text
}

/// The automaton as a DOT digraph.
pub fn dot(answer: &AutomatonAnswer) -> String {
    let mut text = String::from("digraph automaton {\n  rankdir=LR;\n");
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "  label=\"{}\";", quoted(&title(answer)));
    text.push_str("  start [shape=point];\n  start -> 0;\n");
    for state in &answer.states {
        let shape = if state.accepting {
            "doublecircle"
        } else {
            "circle"
        };
        let _ = writeln!(text, "  {} [shape={shape}];", state.number);
        for (to, letters) in joined(state) {
            let label = letters.join("\\n");
            let _ = writeln!(text, "  {} -> {to} [label=\"{label}\"];", state.number);
        }
    }
    text.push_str("}\n");
    text
}

/// The letters that lead from a state to each other one.
pub(crate) fn joined(state: &AutomatonState) -> BTreeMap<usize, Vec<String>> {
    let mut edges: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for edge in &state.edges {
        edges.entry(edge.to).or_default().push(letter(edge));
    }
    edges
}

/// `01`, or `0.11` where digits have several figures.
fn letter(edge: &AutomatonEdge) -> String {
    let digits: Vec<String> = edge.letter.iter().map(u8::to_string).collect();
    digits.join(if edge.letter.iter().all(|digit| *digit < 10) {
        ""
    } else {
        "."
    })
}
