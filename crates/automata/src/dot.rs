//! Pictures of automata in the DOT language of Graphviz.

use std::fmt::Write;

use crate::automaton::{Automaton, Node};

/// The automaton as a DOT digraph; `name` writes a track. Edges to DEAD are left out, equal edges are joined.
pub fn dot(automaton: &Automaton, name: impl Fn(crate::Track) -> String) -> String {
    let mut text = String::from("digraph automaton {\n  rankdir=LR;\n  start [shape=point];\n");
    let shown = |node: Node| {
        if node == Node::TRUE {
            "true".to_owned()
        } else {
            format!("n{}", node.0)
        }
    };
    let mut line = |line: String| {
        let _ = writeln!(text, "  {line}");
    };
    if automaton.start != Node::DEAD {
        line(format!("start -> {};", shown(automaton.start)));
    }
    line("true [shape=doublecircle];".to_owned());
    for node in automaton.nodes() {
        let level = automaton
            .level(node)
            .expect("only DEAD and TRUE have no level");
        let shape = match (automaton.levels[node.index()], automaton.accepts_at(node)) {
            (0, true) => "doublecircle",
            (0, false) => "circle",
            _ => "box",
        };
        let track = automaton.tracks[level.track];
        line(format!(
            "{} [shape={shape}, label=\"{}\"];",
            shown(node),
            escaped(&name(track))
        ));
        for (label, next) in edges(automaton, node) {
            line(format!(
                "{} -> {} [label=\"{label}\"];",
                shown(node),
                shown(next)
            ));
        }
    }
    text.push_str("}\n");
    text
}

fn edges(automaton: &Automaton, node: Node) -> Vec<(String, Node)> {
    let mut edges: Vec<(String, Node)> = Vec::new();
    for digit in 0..automaton.radix_of(node) {
        let next = automaton.next(node, digit);
        match edges.iter_mut().find(|(_, other)| *other == next) {
            Some((label, _)) => {
                let _ = write!(label, ",{digit}");
            }
            None if next != Node::DEAD => edges.push((digit.to_string(), next)),
            None => {}
        }
    }
    edges
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
