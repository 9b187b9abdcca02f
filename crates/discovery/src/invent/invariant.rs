//! Invariant games: every vector may be taken from each position that is large enough, or from none.
//!
//! Which sets S of P-positions they have is decided by one game, whose moves are all vectors that are no difference of two members of S
//! ([`solver::invariance::maximal`] has the proof). The ⋆-operator of Larsson, Hegarty and Fraenkel looks for one with fewer moves: those of G⋆ are the
//! P-positions of G; if S⋆ are the P-positions of the game with the moves S, then the game with the moves S⋆ has the P-positions S⋆⋆, and often S⋆⋆ = S.

use lang::CompanionFiles;
use logic::decide::DecideError;
use logic::watch::{Limited, Stopped, Watch};
use proof::{ClaimOutcome, Language};
use rules::outcome::Play;
use rules::spec::Spec;
use solver::invariance::{Obstruction, maximal, obstruction};

use super::{
    DerivedRuleset, InventMethod, InventionContext, InventionFailure, RulesetEvidence, boards,
};
use crate::candidate::Candidate;
use crate::discover::{DiscoveryOptions, MOST_MEMORY, discover};
use crate::pieces::tuple;
use crate::redundant::added::{holds, vectors};
use crate::rules::BareRules;

/// An automaton with more letters than this is not written down.
const MOST_LETTERS: usize = 1 << 18;

/// The largest pile of the boards on which the P-positions of the game with the moves S are looked for.
fn star_board(piles: usize) -> u32 {
    match piles {
        1 => 500,
        2 => 150,
        3 => 24,
        _ => 10,
    }
}

/// The game with all vectors that are no difference of two P-positions; no invariant game has them if this one has not.
pub(super) fn made(workshop: &InventionContext<'_>) -> Result<DerivedRuleset, InventionFailure> {
    let arranged = arranged(workshop)?;
    let budget = Limited::new(workshop.watch).memory(MOST_MEMORY);
    let members = Language::p_positions(&arranged, &budget);
    let members = members.map_err(|error| dear(error, "the P-positions"))?;
    if let Some(members) = &members
        && let Some(found) = on_board(members, workshop.watch)?
    {
        return Err(InventionFailure::Without(told(&found)));
    }
    let vectors = vectors(&arranged, &budget).map_err(|error| dear(error, "the vectors"))?;
    let ruleset = of_vectors(
        workshop,
        InventMethod::Invariant,
        &vectors,
        "any vector that is no difference of two P-positions",
    )?;
    match ruleset {
        Ok(ruleset) => Ok(ruleset),
        Err(why) => Err(InventionFailure::Without(format!(
            "no invariant game has these P-positions: from {why}"
        ))),
    }
}

/// The game whose moves are the P-positions of the game whose moves are the wanted P-positions.
pub(super) fn star(workshop: &InventionContext<'_>) -> Result<DerivedRuleset, InventionFailure> {
    let target = workshop.target;
    let Some(set) = target.arranged() else {
        let why = "the P-positions are not given by tuples, so that they are not written as moves";
        return Err(InventionFailure::Without(why.to_owned()));
    };
    let name = target.fresh(&["S", "M", "T"]);
    let text = format!(
        "{}piles {}\n{}set {name} = {set}\n\nmove star:\n    {} in {name}\n",
        target.header(),
        target.piles().join(", "),
        target.definitions(),
        taken(&target.piles()),
    );
    let opened = lang::open_beside(&text, "star", target.beside(), |_| Vec::new())?;
    let rules = BareRules::of(&opened)?;
    let max = star_board(target.piles().len());
    let options = DiscoveryOptions {
        max: Some(max),
        systems: None,
        play: Play::Normal,
    };
    let found = discover(&rules, &options, workshop.watch);
    let found = found.map_err(|error| InventionFailure::Without(error.to_string()))?;
    if let Some(stopped) = found.stopped {
        return Err(stopped.into());
    }
    let Some(found) = found.found else {
        return Err(InventionFailure::Without(format!(
            "the P-positions of the game whose moves are these were not found, on boards with piles up to {max}"
        )));
    };
    let budget = Limited::new(workshop.watch).memory(MOST_MEMORY);
    let vectors = Language::p_positions(&found.game, &budget);
    let vectors = vectors.map_err(|error| dear(error, "the moves"))?;
    let vectors =
        vectors.ok_or_else(|| InventionFailure::Without("nothing is claimed".to_owned()))?;
    let caption = match &found.candidate {
        Candidate::Formula(formula) => format!(
            "the P-positions of the game whose moves are the P-positions of this one: {}",
            formula.claim.replace('"', "'")
        ),
        Candidate::Automaton(_) => {
            "the P-positions of the game whose moves are the P-positions of this one".to_owned()
        }
    };
    let ruleset = of_vectors(workshop, InventMethod::Star, &vectors, &caption)?;
    ruleset.map_err(|why| {
        InventionFailure::Without(format!("the second dual has other P-positions: {why}"))
    })
}

/// The game with these vectors for its moves; or why it has other P-positions.
fn of_vectors(
    workshop: &InventionContext<'_>,
    method: InventMethod,
    vectors: &Language,
    caption: &str,
) -> Result<Result<DerivedRuleset, String>, InventionFailure> {
    let target = workshop.target;
    let written = vectors.set.written(&vectors.system, MOST_LETTERS);
    let written = written.ok_or_else(|| {
        InventionFailure::Without(format!(
            "the automaton of its moves has {} nodes, and is not written down",
            vectors.set.automaton().size()
        ))
    })?;
    let file = file(target.name(), method, target.beside());
    let beside = target.beside().with(&file, &written);
    let name = target.fresh(&["V", "W", "U"]);
    let moves = format!(
        "set {name} = automaton \"{file}\" in {}\n\nmove {method} \"{caption}\":\n    {} in {name}\n",
        vectors.system,
        taken(&target.piles()),
    );
    let (text, game) = workshop.game(&moves, &beside)?;
    let report = workshop.prove(&game)?;
    let standing = match &report.outcome {
        ClaimOutcome::Proved => RulesetEvidence::Proved(Box::new(report)),
        ClaimOutcome::Refuted(counterexample) => return Ok(Err(counterexample.to_string())),
        other => {
            let [max, _] = boards(target.piles().len());
            let why = other.undecided().unwrap_or_default();
            match workshop.agrees(&game, max)? {
                Some(true) => RulesetEvidence::UpTo(max, why),
                _ => return Err(InventionFailure::Without(why)),
            }
        }
    };
    Ok(Ok(DerivedRuleset {
        method,
        text,
        beside,
        game,
        standing,
    }))
}

/// A name for the file of the moves.
fn file(name: &str, method: InventMethod, beside: &CompanionFiles) -> String {
    let plain = format!("{name}-{method}.aut");
    match beside.has(&plain) {
        false => plain,
        true => format!("{name}-{method}-moves.aut"),
    }
}

/// `(x - x', y - y')`.
fn taken(piles: &[&str]) -> String {
    tuple(piles.iter().map(|pile| format!("{pile} - {pile}'")))
}

/// All arrangements of the wanted P-positions, on piles with a place each.
fn arranged(workshop: &InventionContext<'_>) -> Result<Spec, InventionFailure> {
    let target = workshop.target.spec();
    let spec = maximal(target);
    let spec = spec.ok_or_else(|| InventionFailure::Without("nothing is claimed".to_owned()))?;
    Ok(Spec {
        moves: target.moves.clone(),
        ..spec
    })
}

/// Is there a small position from which no vector leads into the set but differences of two members?
fn on_board(members: &Language, watch: &dyn Watch) -> Result<Option<Obstruction>, Stopped> {
    let places = members.set.arity();
    let (max, reach) = match places {
        1 => (200, 800),
        2 => (40, 160),
        3 => (8, 20),
        _ => (4, 8),
    };
    let mut inside = Vec::new();
    let mut tuple = vec![0_u32; places];
    loop {
        watch.check()?;
        if holds(members, &tuple) {
            inside.push(tuple.clone());
        }
        let Some(place) = tuple.iter().rposition(|entry| *entry < reach) else {
            break;
        };
        tuple[place] += 1;
        tuple[place + 1..].fill(0);
    }
    obstruction(places, max, &inside, watch)
}

fn told(found: &Obstruction) -> String {
    let shown = |piles: &[u32]| tuple(piles.iter().map(ToString::to_string));
    let blocked = found.blocked.iter().map(|[to, upper, lower]| {
        format!(
            "to {} as from {} to {}",
            shown(to),
            shown(upper),
            shown(lower)
        )
    });
    let blocked: Vec<String> = blocked.collect();
    format!(
        "no invariant game has these P-positions: from {} the same vector leads {}",
        shown(&found.position),
        blocked.join(", ")
    )
}

fn dear(error: DecideError, what: &str) -> InventionFailure {
    match error {
        DecideError::Stopped(stopped) if !stopped.is_too_large() => stopped.into(),
        other => InventionFailure::Without(format!(
            "{what} could not be made into an automaton: {other}"
        )),
    }
}
