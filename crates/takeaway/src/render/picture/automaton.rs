//! An automaton as circles and arrows: the states in columns, by their distance from the first one.

use std::collections::BTreeMap;

use lab::AutomatonAnswer;

use super::drawing::{Anchor, Area, Drawing, PIXEL, Spot, Tenths, tenths, width_of};
use super::page;
use super::palette::{GREY, INK, PAPER};
use crate::render::automaton::{joined, reading, title};

/// More states than this are not drawn.
pub(crate) const MOST_STATES: usize = 60;

const RADIUS: Tenths = 34 * PIXEL;
const COLUMN: Tenths = 250 * PIXEL;
const ROW: Tenths = 190 * PIXEL;
const STROKE: Tenths = 3 * PIXEL;
const LABEL: Tenths = 24 * PIXEL;
const TOP: Tenths = 320 * PIXEL;

/// So many letters of an arrow are written out.
const SHOWN: usize = 5;

/// Lays out an automaton of few states.
pub(crate) fn lay_out(answer: &AutomatonAnswer) -> Drawing {
    let mut page = Drawing::new(
        &title(answer),
        &format!("{}; {}", reading(answer), answer.evidence),
    );
    let spots = places(answer);
    let edges: Vec<(usize, usize, String)> = answer
        .states
        .iter()
        .flat_map(|state| {
            joined(state)
                .into_iter()
                .map(|(to, letters)| (state.number, to, label(&letters)))
        })
        .collect();
    if let Some(first) = spots.first() {
        let tail = Spot::new(first.x - 2 * RADIUS, first.y);
        arrow(&mut page, &[tail, Spot::new(first.x - RADIUS, first.y)]);
    }
    let mut labels = Vec::new();
    for (from, to, label) in &edges {
        let both = edges
            .iter()
            .any(|(other, back, _)| (other, back) == (to, from));
        let path = if from == to {
            circle(spots[*from])
        } else {
            path(spots[*from], spots[*to], both)
        };
        arrow(&mut page, &path);
        // Above a loop, and before the middle of a way, where fewer ways cross.
        let at = match from == to {
            true => Spot::new(spots[*from].x, spots[*from].y - RADIUS * 26 / 10),
            false => path[path.len() * 2 / 5],
        };
        labels.push((at, label));
    }
    for state in &answer.states {
        node(
            &mut page,
            spots[state.number],
            &state.number.to_string(),
            state.accepting,
        );
    }
    for (at, label) in labels {
        written(&mut page, at, label);
    }
    page::headed(page)
}

fn label(letters: &[String]) -> String {
    match letters.get(..SHOWN) {
        Some(first) if letters.len() > SHOWN => {
            format!("{}, … ({})", first.join(", "), letters.len())
        }
        _ => letters.join(", "),
    }
}

/// A place for each state: columns by the distance from the first state, and in a column in the order in which they are reached.
fn places(answer: &AutomatonAnswer) -> Vec<Spot> {
    let mut distance: BTreeMap<usize, usize> = BTreeMap::from([(0, 0)]);
    let mut queue = vec![0];
    let mut done = 0;
    while let Some(&state) = queue.get(done) {
        done += 1;
        let next = distance[&state] + 1;
        for edge in &answer.states[state].edges {
            distance.entry(edge.to).or_insert_with(|| {
                queue.push(edge.to);
                next
            });
        }
    }
    let mut columns: Vec<Vec<usize>> = Vec::new();
    for state in queue {
        let column = distance[&state];
        columns.resize(columns.len().max(column + 1), Vec::new());
        columns[column].push(state);
    }
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut spots = vec![Spot::new(0, 0); answer.states.len()];
    for (column, states) in columns.iter().enumerate() {
        let above = tenths(tallest - states.len()) * ROW / 2;
        for (row, state) in states.iter().enumerate() {
            spots[*state] = Spot {
                x: 120 * PIXEL + tenths(column) * COLUMN,
                // Neighbouring columns are shifted, so that arrows pass between states.
                y: TOP + above + tenths(row) * ROW + tenths(column % 2) * ROW / 5,
            };
        }
    }
    spots
}

/// A circle with a number; a second circle where a word may end.
fn node(page: &mut Drawing, at: Spot, number: &str, accepting: bool) {
    let mut disc = |diameter: Tenths, colour| page.dots(vec![at], diameter, colour);
    disc(2 * RADIUS, INK);
    disc(2 * (RADIUS - STROKE), PAPER);
    if accepting {
        disc(2 * (RADIUS - 3 * STROKE), INK);
        disc(2 * (RADIUS - 4 * STROKE), PAPER);
    }
    let below = Spot::new(at.x, at.y + 9 * PIXEL);
    page.words(number, below, 26 * PIXEL, Anchor::Middle, INK);
}

/// A text on a light ground.
fn written(page: &mut Drawing, at: Spot, text: &str) {
    let width = width_of(text, LABEL) + 6 * PIXEL;
    let area = Area::new(
        Spot::new(at.x - width / 2, at.y - LABEL * 6 / 10),
        width,
        LABEL * 12 / 10,
    );
    page.area(area, PAPER);
    let base = Spot::new(at.x, at.y + LABEL * 35 / 100);
    page.words(text, base, LABEL, Anchor::Middle, INK);
}

/// A line with a head at its end.
fn arrow(page: &mut Drawing, spots: &[Spot]) {
    const HEAD: Tenths = 14 * PIXEL;
    page.path(spots.to_vec(), STROKE, GREY);
    let [.., before, end] = spots else { return };
    let (dx, dy) = (end.x - before.x, end.y - before.y);
    let length = distance(dx, dy).max(1);
    for side in [-1, 1] {
        let back = Spot::new(
            end.x - (dx * HEAD + side * dy * HEAD / 2) / length,
            end.y - (dy * HEAD - side * dx * HEAD / 2) / length,
        );
        page.line(back, *end, STROKE, GREY);
    }
}

fn distance(dx: Tenths, dy: Tenths) -> Tenths {
    (dx * dx + dy * dy).isqrt()
}

/// From the edge of one circle to that of another: straight to the right, if nothing comes back, otherwise in a bow to the left of the way.
fn path(from: Spot, to: Spot, both: bool) -> Vec<Spot> {
    const STEPS: Tenths = 24;
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = distance(dx, dy).max(1);
    let straight = !both && dx > 0 && dx <= COLUMN;
    let bend = if straight { 0 } else { 40 * PIXEL + length / 6 };
    let middle = Spot::new(
        (from.x + to.x) / 2 + dy * bend / length,
        (from.y + to.y) / 2 - dx * bend / length,
    );
    let point = |step: Tenths| {
        let (a, b, c) = (
            (STEPS - step) * (STEPS - step),
            2 * step * (STEPS - step),
            step * step,
        );
        let mix = |p: Tenths, q: Tenths, r: Tenths| (a * p + b * q + c * r) / (STEPS * STEPS);
        Spot::new(mix(from.x, middle.x, to.x), mix(from.y, middle.y, to.y))
    };
    let outside = |spot: &Spot| {
        let far = |other: Spot| distance(spot.x - other.x, spot.y - other.y) >= RADIUS;
        far(from) && far(to)
    };
    let inner: Vec<Spot> = (0..=STEPS).map(point).filter(outside).collect();
    let (Some(first), Some(last)) = (inner.first().copied(), inner.last().copied()) else {
        return vec![from, to];
    };
    let begin = towards(from, first);
    let end = towards(to, last);
    [vec![begin], inner, vec![end]].concat()
}

/// The place on the circle around a spot that looks to another one.
fn towards(centre: Spot, other: Spot) -> Spot {
    let (dx, dy) = (other.x - centre.x, other.y - centre.y);
    let length = distance(dx, dy).max(1);
    Spot::new(
        centre.x + dx * RADIUS / length,
        centre.y + dy * RADIUS / length,
    )
}

/// A loop above a state.
fn circle(at: Spot) -> Vec<Spot> {
    // Twelfths of a turn of a circle, in tenths of its radius.
    const TURN: [(Tenths, Tenths); 9] = [
        (-5, 9),
        (-9, 5),
        (-10, 0),
        (-9, -5),
        (0, -10),
        (9, -5),
        (10, 0),
        (9, 5),
        (5, 9),
    ];
    let radius = RADIUS * 6 / 10;
    let place = |(x, y): (Tenths, Tenths)| {
        Spot::new(
            at.x + x * radius / 10,
            at.y - RADIUS - radius * 7 / 10 + y * radius / 10,
        )
    };
    TURN.into_iter().map(place).collect()
}
