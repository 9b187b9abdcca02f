//! What remains of a set of words when one disjunct after the other is taken away.
//!
//! The remainder takes part in every construction, so that only what is still open counts. Words drawn from it
//! say which disjunct to take away next: the one that holds for most of them. One that turns out to be dear is
//! put off until the others are done; one that holds for no word is never looked at. If no disjunct holds for
//! the least word, that word stays, and the rest need not be looked at either: the least word of what remains is
//! certain, and no other.

use std::cmp::Reverse;

use automata::minimize::minimize_within;
use automata::product::{Product, conjunction, without};
use automata::project::subtract;
use automata::witness::sample;
use automata::{Automaton, Track, Word};
use logic::decide::{DecideError, least};
use logic::lower::Ir;
use logic::watch::{Cap, Stopped, Watch};
use numeration::natural::Natural;

use crate::disjunct::{Disjunct, DisjunctConditions};
use crate::frame::Frame;
use crate::trial::{DigitImages, Numbers, Trial};

/// How many nodes a disjunct may need before it is put off until all cheaper ones are done.
const FIRST_EFFORT: usize = 60_000;

/// The same for each node of the remainder, and for one with wide conditions, which is likely to be put off.
const EFFORT_A_NODE: usize = 8;
const WIDE_EFFORT_A_NODE: usize = 2;

/// How many words are drawn at a time: as many as a machine word has bits.
const DRAWN: usize = 64;

/// Words are drawn again when fewer than this are left.
const FEW: usize = 12;

/// Words are drawn from numbers up to about this size.
const REACH: u32 = 200;

/// A set of admissible words that is being emptied.
pub(crate) struct Remainder<'a> {
    frame: &'a Frame<'a>,
    words: Automaton,
    /// Words of the remainder with their numbers.
    drawn: Vec<(Word, Numbers)>,
    /// How often words were drawn.
    draws: usize,
    images: DigitImages<'a>,
}

/// A disjunct that may be taken away.
struct DisjunctCandidate<L> {
    way: Disjunct,
    label: L,
    trial: Trial,
    /// For which of the drawn words it holds, and when they were drawn.
    holds: (usize, u64),
    /// Were its clear cases taken away?
    cleared: bool,
    /// Is it what is left of a choice, the other part of which is on visible numbers alone?
    chosen: bool,
    /// How often it was put off.
    level: u32,
}

impl<L> DisjunctCandidate<L> {
    /// How many nodes it may need.
    fn effort(&self, remainder: &Automaton) -> usize {
        let wide = self.level == 0 && self.way.key().is_some();
        let a_node = if wide {
            WIDE_EFFORT_A_NODE
        } else {
            EFFORT_A_NODE
        };
        let first = FIRST_EFFORT.max(remainder.size().saturating_mul(a_node));
        first.saturating_mul(8usize.saturating_pow(self.level))
    }

    /// How much it is worth: words for which it holds, the less the dearer it is; the cheap ones first. Dear ones with wide conditions
    /// come late: what the others leave is often far from their edges. Last come those with a choice of conditions on hidden numbers, another
    /// part of which needs none.
    fn worth(&self) -> impl Ord + use<L> {
        let words = u64::from(self.holds.1.count_ones()) << 20;
        let words = words >> (2 * self.level).min(63);
        let late = (self.chosen, self.is_late());
        (Reverse(late), words, Reverse(self.way.cost()))
    }

    /// Is it dear, with wide conditions?
    fn is_late(&self) -> bool {
        self.chosen || self.level > 0 && self.way.key().is_some()
    }
}

impl<'a> Remainder<'a> {
    /// Starts with all of these words; the automaton is minimal.
    pub(crate) fn new(frame: &'a Frame<'a>, words: Automaton) -> Self {
        Self {
            frame,
            words,
            drawn: Vec::new(),
            draws: 0,
            images: DigitImages::new(frame.compiler.system()),
        }
    }

    /// What remains when the words that meet one of the disjuncts are taken away: nothing, or words the least of
    /// which meets none.
    pub(crate) fn without(self, ways: Vec<Disjunct>) -> Result<Automaton, DecideError> {
        self.without_noting(
            ways.into_iter().map(|way| (way, ())).collect(),
            &mut |()| {},
        )
    }

    /// The same, where the label of every disjunct that took something away is noted.
    pub(crate) fn without_noting<L: Clone>(
        mut self,
        ways: Vec<(Disjunct, L)>,
        note: &mut dyn FnMut(&L),
    ) -> Result<Automaton, DecideError> {
        let mut candidates = self.candidates(ways)?;
        let mut done = 0;
        while !self.words.is_empty() {
            self.frame.gauge.case(done, done + candidates.len());
            let Some(index) = self.next(&mut candidates)? else {
                break;
            };
            if candidates[index].level > 0 && !candidates[index].cleared {
                candidates[index].cleared = true;
                if let Some(rest) = self.without_clear_cases(&candidates[index])? {
                    note(&candidates[index].label);
                    self.words = rest;
                    self.keep_drawn(&mut candidates);
                    continue;
                }
            }
            let effort = candidates[index].effort(&self.words);
            let taken = take_away(self.frame, &self.words, &candidates[index].way, effort)?;
            match taken {
                RemovalResult::Nothing => {
                    drop(candidates.swap_remove(index));
                    done += 1;
                }
                RemovalResult::TooDear => {
                    let dear = candidates.swap_remove(index);
                    candidates.extend(self.put_off(dear)?);
                }
                RemovalResult::Some(rest) => {
                    let taken = candidates.swap_remove(index);
                    note(&taken.label);
                    done += 1;
                    self.words = rest;
                    self.keep_drawn(&mut candidates);
                }
            }
        }
        Ok(self.words)
    }

    /// The disjuncts that are not implied by others, the cheap ones first.
    fn candidates<L: Clone>(
        &self,
        mut ways: Vec<(Disjunct, L)>,
    ) -> Result<Vec<DisjunctCandidate<L>>, DecideError> {
        ways.sort_by_key(|(way, _)| way.cost());
        let mut kept: Vec<DisjunctCandidate<L>> = Vec::new();
        for (mut way, label) in ways {
            if !self.is_possible(&mut way)? {
                continue;
            }
            if !kept.iter().any(|other| way.implies(&other.way)) {
                kept.extend(self.chosen(way, label)?);
            }
        }
        Ok(kept)
    }

    /// The disjunct, or beside irrational constants the two parts of a choice in it that one part settles without hidden numbers.
    fn chosen<L: Clone>(
        &self,
        way: Disjunct,
        label: L,
    ) -> Result<Vec<DisjunctCandidate<L>>, DecideError> {
        let irrational = self.frame.compiler.system().alpha().is_some();
        let Some([visible, hidden]) = irrational.then(|| way.visible_choice()).flatten() else {
            return Ok(vec![self.candidate(way, label)?]);
        };
        let mut rest = self.candidate(hidden, label.clone())?;
        rest.chosen = true;
        Ok(vec![self.candidate(visible, label)?, rest])
    }

    /// Drops the conditions on hidden numbers alone that always hold. Does none of them never hold?
    fn is_possible(&self, way: &mut Disjunct) -> Result<bool, DecideError> {
        let mut kept = Vec::new();
        for part in std::mem::take(&mut way.parts) {
            if matches!(part.free_tracks().as_slice(), [one] if way.hidden.contains(one)) {
                let automaton = self.frame.compiler.compile(&part)?;
                if automaton.is_empty() {
                    return Ok(false);
                }
                if automaton.is_everything() {
                    continue;
                }
            }
            kept.push(part);
        }
        way.parts = kept;
        Ok(true)
    }

    /// The disjunct to take away next; nothing if none holds for the least word.
    fn next<L>(
        &mut self,
        candidates: &mut [DisjunctCandidate<L>],
    ) -> Result<Option<usize>, DecideError> {
        if self.drawn.len() < FEW {
            self.draw()?;
        }
        for candidate in candidates.iter_mut() {
            if candidate.holds.0 != self.draws {
                let holds = self.drawn.iter().enumerate();
                let holds =
                    holds.filter(|(_, (_, numbers))| candidate.trial.holds(numbers, &self.images));
                candidate.holds = (
                    self.draws,
                    holds.fold(0, |set, (index, _)| set | 1 << index),
                );
            }
        }
        let all = candidates.iter().enumerate();
        let holding = all.filter(|(_, candidate)| candidate.holds.1 != 0);
        if let Some((index, best)) = holding.max_by_key(|(_, candidate)| candidate.worth()) {
            let early = best.is_late().then(|| self.untried(candidates)).flatten();
            return Ok(Some(early.unwrap_or(index)));
        }
        let least = self.least()?;
        for (index, candidate) in candidates.iter().enumerate() {
            if !matches!(
                take_away(self.frame, &least, &candidate.way, usize::MAX / 2)?,
                RemovalResult::Nothing
            ) {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// What remains when the words are taken away that a dear disjunct clearly holds for: whatever hidden numbers meet its widest
    /// conditions, some do, and all of them meet the others as well. Nothing if that takes nothing away.
    ///
    /// The others are often inequalities that are far from tight for most words; where they are, their negations settle
    /// early, and only words at the edge are looked at with all conditions.
    fn without_clear_cases<L>(
        &self,
        dear: &DisjunctCandidate<L>,
    ) -> Result<Option<Automaton>, DecideError> {
        let cap = Cap::new(self.frame.gauge, dear.effort(&self.words));
        let rest = self.without_clear(&dear.way, &cap);
        Ok(cap.unless_reached(rest)?.flatten())
    }

    fn without_clear(
        &self,
        way: &Disjunct,
        watch: &dyn Watch,
    ) -> Result<Option<Automaton>, DecideError> {
        let Some(DisjunctConditions {
            key,
            guards,
            visible,
        }) = way.key()
        else {
            return Ok(None);
        };
        let frame = self.frame;
        let compiled = |parts: &[&Ir]| {
            let parts = parts.iter().map(|part| frame.compiler.compile(part));
            parts.collect::<Result<Vec<_>, _>>()
        };
        let (key, guards, visible) = (compiled(&key)?, compiled(&guards)?, compiled(&visible)?);
        let strings = way
            .hidden
            .iter()
            .map(|&track| frame.compiler.admissible(track));
        let strings = strings.collect::<Result<Vec<_>, _>>()?;
        let easy: Vec<&Automaton> = strings.iter().collect();
        let without = |words: &Automaton, parts: &[&Automaton]| -> Result<Automaton, Stopped> {
            let product = Product {
                care: Some(words),
                parts,
                easy: &easy,
            };
            let hit = minimize_within(&product.build(watch)?, watch)?;
            minimize_within(&subtract(words, &hit, &way.hidden, watch)?, watch)
        };
        let everything = Automaton::constant(self.words.alphabet(), self.words.tracks(), true);
        let all = frame.minimal(&frame.compiler.within_admissible(&everything)?)?;
        let some = without(&all, &key.iter().collect::<Vec<_>>())?.complement();
        let parts: Vec<&Automaton> = [&self.words, &some].into_iter().chain(&visible).collect();
        let mut clear = minimize_within(&conjunction(&parts, watch)?, watch)?;
        for guard in &guards {
            let fails = guard.complement();
            clear = without(&clear, &key.iter().chain([&fails]).collect::<Vec<_>>())?;
        }
        if clear.is_empty() {
            return Ok(None);
        }
        let rest = conjunction(&[&self.words, &clear.complement()], watch)?;
        let rest = minimize_within(&rest, watch)?;
        Ok(Some(rest))
    }

    /// A disjunct with narrow conditions that was not tried yet, because it holds for no drawn word: it may hold for many others, and
    /// is cheap. Where all constants are rational there are often hundreds of them, and wide ones are not so dear.
    fn untried<L>(&self, candidates: &[DisjunctCandidate<L>]) -> Option<usize> {
        self.frame.compiler.system().alpha()?;
        let all = candidates.iter().enumerate();
        let narrow =
            all.filter(|(_, candidate)| candidate.level == 0 && candidate.way.key().is_none());
        narrow
            .min_by_key(|(_, candidate)| candidate.way.cost())
            .map(|(index, _)| index)
    }

    /// Puts off a disjunct that is dear. The first time, an alternative inside it makes it several disjuncts, and
    /// a hidden number that few conditions determine is hidden in each of the others instead.
    fn put_off<L: Clone>(
        &self,
        mut dear: DisjunctCandidate<L>,
    ) -> Result<Vec<DisjunctCandidate<L>>, DecideError> {
        if dear.level == 0 {
            if let Some(ways) = dear.way.alternatives()? {
                let each = ways.into_iter();
                return each
                    .map(|way| self.candidate(way, dear.label.clone()))
                    .collect();
            }
            if let [hidden] = dear.way.hidden.as_slice()
                && let Some(parts) = self.frame.compiler.decouple(*hidden, &dear.way.parts)?
            {
                dear.way = Disjunct {
                    hidden: Vec::new(),
                    parts,
                };
            }
        }
        dear.level += 1;
        Ok(vec![dear])
    }

    fn candidate<L>(&self, way: Disjunct, label: L) -> Result<DisjunctCandidate<L>, DecideError> {
        Ok(DisjunctCandidate {
            trial: Trial::new(self.frame, &way, self.words.tracks())?,
            way,
            label,
            holds: (0, 0),
            cleared: false,
            chosen: false,
            level: 0,
        })
    }

    /// The least word alone: that of the smallest position, and of the words of that position the smallest.
    fn least(&self) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let tracks = self.words.tracks();
        let system = frame.compiler.system();
        let piles = frame.befores();
        let others: Vec<Track> = tracks
            .iter()
            .copied()
            .filter(|t| !piles.contains(t))
            .collect();
        let mut words = self.words.clone();
        if !others.is_empty() {
            let positions = frame.compiler.hide(&[&words], &others)?;
            let positions = frame.compiler.within_admissible(&positions)?;
            let position = least(system, &positions, &piles, frame.gauge)?
                .expect("there is a smallest position where there is one");
            let only = frame.only(&piles, &position)?;
            words = conjunction(&[&words, &only], frame.gauge)?;
        }
        let numbers = least(system, &words, tracks, frame.gauge)?
            .expect("there is a least word where there is one");
        frame.only(tracks, &numbers)
    }

    /// Draws words from the remainder.
    fn draw(&mut self) -> Result<(), DecideError> {
        let system = self.frame.compiler.system();
        let places = system.alphabet().places();
        let weights = system.weights::<Natural>(64 * places);
        let mut letters = 1;
        while letters < 63 && weights[letters * places] < REACH {
            letters += 1;
        }
        let mut words = sample(&self.words, letters, DRAWN, self.frame.gauge)?;
        while words.is_empty() && letters < 40 {
            letters *= 2;
            words = sample(&self.words, letters, DRAWN, self.frame.gauge)?;
        }
        let numbers = |word: &Word| -> Option<Numbers> {
            word.iter()
                .map(|digits| i64::try_from(&system.writer().number(digits)).ok())
                .collect()
        };
        self.drawn = words
            .into_iter()
            .filter_map(|word| numbers(&word).map(|numbers| (word, numbers)))
            .collect();
        self.draws += 1;
        Ok(())
    }

    /// Forgets the drawn words that are no longer open.
    fn keep_drawn<L>(&mut self, candidates: &mut [DisjunctCandidate<L>]) {
        let open: Vec<bool> = self
            .drawn
            .iter()
            .map(|(word, _)| self.words.accepts(word))
            .collect();
        let squeeze = |set: u64| {
            let kept = open.iter().enumerate().filter(|(_, open)| **open);
            kept.enumerate().fold(0, |result, (to, (from, _))| {
                result | (set >> from & 1) << to
            })
        };
        for candidate in candidates {
            if candidate.holds.0 == self.draws {
                candidate.holds.1 = squeeze(candidate.holds.1);
            }
        }
        let mut still = open.iter();
        self.drawn.retain(|_| *still.next().unwrap_or(&false));
    }
}

/// What became of an attempt.
enum RemovalResult {
    Nothing,
    Some(Automaton),
    TooDear,
}

/// The words of the remainder for which the disjunct does not hold, or nothing if an automaton on the way would
/// have more nodes than the effort allows.
fn take_away(
    frame: &Frame<'_>,
    remainder: &Automaton,
    way: &Disjunct,
    effort: usize,
) -> Result<RemovalResult, DecideError> {
    let most = effort.saturating_add(remainder.size());
    let compiled = || {
        let parts = way.parts.iter().map(|part| frame.compiler.compile(part));
        parts.collect::<Result<Vec<_>, _>>()
    };
    let Some(parts) = frame.gauge.attempt(most, compiled)? else {
        return Ok(RemovalResult::TooDear);
    };
    if parts.iter().any(Automaton::is_empty) {
        return Ok(RemovalResult::Nothing);
    }
    let all: Vec<&Automaton> = parts.iter().collect();
    let cap = Cap::new(frame.gauge, most);
    // Each automaton is freed as soon as there is a smaller one for it.
    let minimal = |automaton: Automaton| {
        frame.gauge.note(&automaton);
        let held = remainder.bytes();
        frame.gauge.while_held(held, || frame.minimal(&automaton))
    };
    if way.hidden.is_empty() {
        return match cap.unless_reached(without(remainder, &all, &cap))? {
            None => Ok(RemovalResult::TooDear),
            Some(None) => Ok(RemovalResult::Nothing),
            Some(Some(rest)) => Ok(RemovalResult::Some(minimal(rest)?)),
        };
    }
    let strings = way
        .hidden
        .iter()
        .map(|&track| frame.compiler.admissible(track))
        .collect::<Result<Vec<_>, _>>()?;
    let product = Product {
        care: Some(remainder),
        parts: &all,
        easy: &strings.iter().collect::<Vec<_>>(),
    };
    let hit = cap.unless_reached(product.build(&cap))?;
    drop(parts);
    let hit = match hit {
        None => return Ok(RemovalResult::TooDear),
        Some(hit) if hit.is_empty() => return Ok(RemovalResult::Nothing),
        Some(hit) => minimal(hit)?,
    };
    let rest = cap.unless_reached(subtract(remainder, &hit, &way.hidden, &cap))?;
    drop(hit);
    match rest {
        None => Ok(RemovalResult::TooDear),
        Some(rest) => Ok(RemovalResult::Some(minimal(rest)?)),
    }
}
