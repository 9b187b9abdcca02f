//! Short rules, the shortest first.
//!
//! Each ruleset of a small grammar is compared with the wanted P-positions on a small board, and on a larger one if it passes; the first that
//! the prover accepts is the answer. One pile: numbers that may be taken, by a list, a bound or a remainder. Several piles: any tokens from some of
//! them, and tokens from all of them whose numbers are close to each other or in a ratio, perhaps with a guard by remainders or by the numbers of a column,
//! as in the games of the papers.

use logic::watch::Stopped;
use proof::ClaimOutcome;

use super::target::Target;
use super::{
    DerivedRuleset, InventMethod, InventionContext, InventionFailure, RulesetEvidence, boards,
};

/// So many rulesets that pass the boards are put to the prover.
const MOST_PROOFS: usize = 4;

/// The first short ruleset that is proved; otherwise the first that passes the boards.
pub(super) fn made(workshop: &InventionContext<'_>) -> Result<DerivedRuleset, InventionFailure> {
    let target = workshop.target;
    let rulesets = rulesets(target);
    let count = rulesets.len();
    let (mut proofs, mut open) = (0, None);
    for moves in rulesets {
        workshop.watch.check()?;
        let (text, game) = workshop.game(&moves, target.beside())?;
        if !passes(workshop, &game)? {
            continue;
        }
        proofs += 1;
        let report = workshop.prove(&game)?;
        let ruleset = |standing| DerivedRuleset {
            method: InventMethod::Short,
            text,
            beside: target.beside().clone(),
            game,
            standing,
        };
        match &report.outcome {
            ClaimOutcome::Proved => return Ok(ruleset(RulesetEvidence::Proved(Box::new(report)))),
            ClaimOutcome::Refuted(_) => {}
            other if open.is_none() => {
                let [_, max] = boards(target.piles().len());
                let why = other.undecided().unwrap_or_default();
                open = Some(ruleset(RulesetEvidence::UpTo(max, why)));
            }
            _ => {}
        }
        if proofs == MOST_PROOFS {
            break;
        }
    }
    open.ok_or_else(|| {
        InventionFailure::Without(format!(
            "none of {count} short rulesets has these P-positions; {proofs} agreed with brute force on small boards"
        ))
    })
}

fn passes(workshop: &InventionContext<'_>, game: &rules::spec::Spec) -> Result<bool, Stopped> {
    for max in boards(game.dimension()) {
        if workshop.agrees(game, max)? != Some(true) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The rulesets as text, the shortest first.
fn rulesets(target: &Target) -> Vec<String> {
    let mut all = match target.piles().as_slice() {
        [pile] => of_one_pile(pile),
        piles => of_piles(target, piles),
    };
    all.sort_by_key(String::len);
    all.extend(last_resort(target));
    all
}

/// Any tokens from all piles if no pile is in the last column: short, and much like the claim itself, so that it comes last.
fn last_resort(target: &Target) -> Option<String> {
    let piles = target.piles();
    let mut guarded = guards(target, &piles).into_iter();
    let (definition, told, guard) = guarded.find(|(d, ..)| !d.is_empty())?;
    let some = from_some(&piles)
        .into_iter()
        .next()
        .filter(|_| piles.len() == 2)?;
    let shrink: Vec<String> = piles.iter().map(|x| format!("{x}' < {x}")).collect();
    Some(format!(
        "{some}\n{definition}move all \"{told}from both piles, any numbers\":\n    if {guard}\n    {}\n",
        shrink.join(" and ")
    ))
}

/// What may be taken from one pile.
fn of_one_pile(x: &str) -> Vec<String> {
    let taken = format!("{x} - {x}'");
    let rule =
        |caption: String, clause: String| format!("move take \"{caption}\":\n    {clause}\n");
    let mut all = Vec::new();
    for bound in 1..=12 {
        all.push(rule(
            format!("up to {bound}"),
            format!("{taken} <= {bound}"),
        ));
        all.push(rule(
            format!("up to {bound}, or half the pile at least"),
            format!("{taken} <= {bound} or 2*{x}' <= {x}"),
        ));
    }
    for bits in 1..256_u32 {
        let members: Vec<String> = { 1..=8 }
            .filter(|number| bits >> (number - 1) & 1 == 1)
            .map(|number: u32| number.to_string())
            .collect();
        if members.len() <= 4 {
            let set = format!("{{{}}}", members.join(", "));
            all.push(rule(
                format!("one of {}", members.join(", ")),
                format!("{taken} in {set}"),
            ));
            all.push(rule(
                format!("any number but {}", members.join(", ")),
                format!("{taken} not in {set}"),
            ));
        }
    }
    for modulus in 2..=7 {
        for rest in 0..modulus {
            for (word, sign) in [("", "="), ("not ", "!=")] {
                all.push(rule(
                    format!("a number that is {word}{rest} modulo {modulus}"),
                    format!("({taken}) mod {modulus} {sign} {rest}"),
                ));
            }
        }
    }
    all
}

/// Rules for several piles: any tokens from some of them, and tokens from all.
fn of_piles(target: &Target, piles: &[&str]) -> Vec<String> {
    let mut all = Vec::new();
    let from_all = from_all(target, piles);
    for some in from_some(piles) {
        all.push(some.clone());
        all.extend(from_all.iter().map(|every| format!("{some}\n{every}")));
    }
    all
}

/// Tokens from some of the piles.
fn from_some(piles: &[&str]) -> Vec<String> {
    let names = piles.join(", ");
    let taken: Vec<String> = piles.iter().map(|x| format!("{x} - {x}'")).collect();
    let mut all = vec![format!(
        "move one \"any positive number from one pile\":\n    exactly 1 of {names} changes\n"
    )];
    for most in 2..piles.len() {
        all.push(format!(
            "move some \"any positive number from up to {most} of the piles\":\n    at most {most} of {names} change\n"
        ));
    }
    for bound in 1..=3 {
        all.push(format!(
            "move one \"up to {bound} from one pile\":\n    exactly 1 of {names} changes\n    {} <= {bound}\n",
            taken.join(" + ")
        ));
    }
    all
}

/// Tokens from all of the piles.
fn from_all(target: &Target, piles: &[&str]) -> Vec<String> {
    let shrink: Vec<String> = piles.iter().map(|x| format!("{x}' < {x}")).collect();
    let shrink = shrink.join(" and ");
    let rule = |definition: &str, caption: &str, guard: &str, clause: &str| {
        let guard = match guard {
            "" => String::new(),
            guard => format!("    if {guard}\n"),
        };
        format!("{definition}move all \"{caption}\":\n{guard}    {shrink}\n    {clause}\n")
    };
    let mut all = Vec::new();
    let guards = guards(target, piles);
    for bound in 1..=6 {
        let close = close(piles, &bound.to_string());
        for (definition, told, guard) in &guards {
            let caption =
                format!("{told}from every pile, numbers that differ by less than {bound}");
            all.push(rule(definition, &caption, guard, &close));
        }
    }
    if let [x, y] = piles {
        for (one, other) in [(1, 2), (1, 3), (2, 3), (1, 4), (3, 4)] {
            let (s, t) = (format!("({x} - {x}')"), format!("({y} - {y}')"));
            let ratio = format!("{one}*{s} = {other}*{t} or {other}*{s} = {one}*{t}");
            let told = format!("from both piles, {one} from one for {other} from the other");
            all.push(rule("", &told, "", &ratio));
            all.push(rule(
                "",
                &format!("{told}, or the same from both"),
                "",
                &format!("{ratio} or {s} = {t}"),
            ));
        }
        all.extend(with_two_bounds(x, y, &rule));
        for bound in 1..=4 {
            for (definition, told, guard) in guards.iter().filter(|(d, ..)| !d.is_empty()) {
                all.push(rule(
                    definition,
                    &format!("{told}from both piles, up to {bound} from one of them"),
                    guard,
                    &format!("{x} - {x}' <= {bound} or {y} - {y}' <= {bound}"),
                ));
            }
        }
    }
    all
}

/// The numbers that are taken differ by less than this.
fn close(piles: &[&str], bound: &str) -> String {
    let mut pairs = Vec::new();
    for (place, x) in piles.iter().enumerate() {
        for y in &piles[place + 1..] {
            pairs.push(format!("|({x} - {x}') - ({y} - {y}')| < {bound}"));
        }
    }
    pairs.join(" and ")
}

/// Definitions, words and conditions for when tokens may be taken from all piles.
fn guards(target: &Target, piles: &[&str]) -> Vec<(String, String, String)> {
    let mut all = vec![(String::new(), String::new(), String::new())];
    if let Some(rows) = target.rows() {
        let name = target.fresh(&["B", "C", "T"]);
        let (n, last) = (&rows.variable, rows.columns.last());
        let outside: Vec<String> = piles.iter().map(|x| format!("{x} not in {name}")).collect();
        all.push((
            format!(
                "set {name} = {{ {} | {n} >= 1 }}\n",
                last.map_or("", String::as_str)
            ),
            format!("no pile in {name}: "),
            outside.join(" and "),
        ));
    }
    if let [x, y] = piles {
        for modulus in 2..=5 {
            for rest in 0..modulus {
                for (word, sign) in [("is", "="), ("is not", "!=")] {
                    all.push((
                        String::new(),
                        format!("if the difference {word} {rest} modulo {modulus}: "),
                        format!("({y} - {x}) mod {modulus} {sign} {rest}"),
                    ));
                }
            }
        }
    }
    all
}

/// Two bounds, by a remainder of the difference before or after the move.
fn with_two_bounds(
    x: &str,
    y: &str,
    rule: &dyn Fn(&str, &str, &str, &str) -> String,
) -> Vec<String> {
    let mut all = Vec::new();
    for modulus in 2..=5 {
        for rest in 0..modulus {
            for (one, other) in [
                (1, 2),
                (2, 1),
                (1, 3),
                (3, 1),
                (2, 3),
                (3, 2),
                (2, 4),
                (4, 2),
            ] {
                for (told, difference) in [
                    ("before", format!("({y} - {x})")),
                    ("after", format!("({y}' - {x}')")),
                ] {
                    let bound =
                        format!("(if {difference} mod {modulus} = {rest} then {one} else {other})");
                    let caption = format!(
                        "from both piles, numbers that differ by less than {one} if the difference {told} the move is {rest} modulo {modulus}, and than {other} otherwise"
                    );
                    all.push(rule("", &caption, "", &close(&[x, y], &bound)));
                }
            }
        }
    }
    all
}
