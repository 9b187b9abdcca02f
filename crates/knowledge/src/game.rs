//! A game that was opened: from the catalogue or from the text of a file, with its parameters.

use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use lang::ast::{self, ExprKind, ItemKind};
use lang::{Diagnostics, OpenedGame};
use logic::Set;
use logic::watch::{Unwatched, Watch};
use proof::spell::Speller;
use proof::{Claim, Prover, Report};
use rules::evidence::Evidence;
use rules::position::Position;
use rules::ruleset::{Kind, PositionError, Ruleset};
use rules::spec::{Clauses, Setting, Spec};
use rules::splitting::SplittingSpec;
use strategies::catalog::{
    self, Entry, GAMES, KnownClaim, Native, NativeParameter, Parameter, RulesSource,
};
use strategies::strategy::{Strategy, StrategyError};

use crate::error::Error;
use crate::kept::Cached;
use crate::position_text::parse_piles;
use crate::reference::{GameReference, GameSource, RulesLocation};
use crate::source::SearchCache;
use crate::trust::Verdicts;
use crate::wording::brief;

/// A game that is ready to be asked.
///
/// It is cheap to share between threads, and keeps what was found out about it.
pub struct Game {
    reference: GameReference,
    rules: Loaded,
    /// Its place in the catalogue, if it is listed there; for a file it is looked for when it is first asked for.
    listed: Cached<Option<CatalogueMatch>>,
    strategies: Cached<Strategies>,
    /// What the catalogue says of its P-positions.
    known_p_positions: Cached<Option<KnownClaim>>,
    /// Who proves its claims.
    pub(crate) prover: Prover,
    /// What became of its claims.
    pub(crate) verdicts: Verdicts,
    /// Where claims that were proved before are looked up.
    pub(crate) recall: Option<Recall>,
    /// What brute force has found.
    pub(crate) found: SearchCache,
}

/// Finds a claim of a game among those that were proved before.
pub type Recall = fn(&Game, Claim, &dyn Watch) -> Option<Arc<Report>>;

/// The strategies of a game, from the slowest to the fastest.
pub(crate) type Strategies = Arc<[Arc<dyn Strategy>]>;

enum Loaded {
    Text(Box<lang::Opened>),
    Splitting(Box<lang::Opened<SplittingSpec>>),
    Native(&'static Native, Vec<&'static str>, Box<dyn Ruleset>),
}

/// A place in the catalogue.
#[derive(Clone)]
struct CatalogueMatch {
    entry: &'static Entry,
    /// The parameters under which the catalogue's game is this one.
    parameters: Arc<[Setting]>,
    /// Does the game claim what the catalogue's does?
    same_claims: bool,
}

impl CatalogueMatch {
    /// The value of a parameter.
    fn value(&self, name: &str) -> Option<Parameter> {
        let mut parameters = self.parameters.iter();
        let setting = parameters.find(|setting| setting.name == name)?;
        Some(setting.value.clone())
    }
}

/// Who is told of the warnings of a file when it is opened: a front end sets it once.
static LISTENER: OnceLock<fn(&Diagnostics)> = OnceLock::new();

/// Has the warnings of every file told to this listener from now on; the first one stays. There may be none to tell.
pub fn tell_warnings_to(listener: fn(&Diagnostics)) {
    let _ = LISTENER.set(listener);
}

/// Rules as they are written.
pub enum WrittenRules<'a> {
    /// In the language of `.game` files.
    Text(&'a ast::GameFile),
    /// In Rust.
    Native(&'static Native),
}

impl Loaded {
    fn native(native: &'static Native, given: &[(String, String)]) -> Result<Self, Error> {
        let values = values(native, given)?;
        let rules = (native.build)(&values);
        Ok(Self::Native(native, values, rules))
    }

    /// The parameters with their values.
    fn settings(&self) -> Vec<Setting> {
        match self {
            Self::Text(opened) => opened.spec.parameters.clone(),
            Self::Splitting(opened) => opened.spec.heap.parameters.clone(),
            Self::Native(native, values, _) => {
                let pairs = native.parameters.iter().zip(values);
                let setting = |(parameter, word): (&NativeParameter, &&str)| Setting {
                    name: parameter.name.to_owned(),
                    value: Parameter::Word((*word).to_owned()),
                    written: (*word).to_owned(),
                };
                pairs.map(setting).collect()
            }
        }
    }
}

impl Loaded {
    /// What its file says that its author may not mean.
    fn warnings(&self, watch: &dyn Watch) -> Option<Diagnostics> {
        match self {
            Self::Text(opened) => Some(opened.warnings(watch)),
            Self::Splitting(opened) => Some(opened.warnings()),
            Self::Native(..) => None,
        }
    }
}

impl Game {
    /// The game with the parameters that were given.
    ///
    /// # Errors
    /// If there is no such game, or its text or its parameters have faults.
    pub fn open(source: &GameSource) -> Result<Self, Error> {
        Self::open_with(source, None)
    }

    /// A closed sentence without a game: its only claim is the theorem `sentence`, and there is no position of it.
    ///
    /// # Errors
    /// If the sentence has faults.
    pub fn of_sentence(text: &str) -> Result<Self, Error> {
        let opened = Box::new(lang::open_sentence(text)?);
        let reference = GameReference {
            place: RulesLocation::File(opened.spec.name.clone()),
            arguments: Vec::new(),
        };
        Ok(Self::loaded(
            reference,
            Loaded::Text(opened),
            Cached::default(),
        ))
    }

    /// The same for a position with so many piles: a parameter that is the number of piles and was not given is
    /// taken from it, so that `nim 1,2,3,4` needs no `m=4`.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn open_for(source: &GameSource, piles: usize) -> Result<Self, Error> {
        Self::open_with(source, Some(piles))
    }

    /// A game and a position of it, as typed; the piles say how many there are where the game leaves that open.
    ///
    /// # Errors
    /// As for [`open`](Self::open), and if it is no position of the game.
    pub fn open_at(source: &GameSource, position: &str) -> Result<(Self, Position), Error> {
        let piles = parse_piles(position)?;
        let game = Self::open_for(source, piles.len())?;
        let position = game.rules().position(piles)?;
        Ok((game, position))
    }

    fn open_with(source: &GameSource, piles: Option<usize>) -> Result<Self, Error> {
        let given = &source.reference.arguments;
        let read = |text: &str| {
            let arguments = |tree: &ast::GameFile| with_number_of_piles(tree, given, piles);
            let name = file_name(source);
            let opened = lang::open_game(text, &name, &source.beside, arguments)?;
            Ok::<_, Diagnostics>(match opened {
                OpenedGame::Piles(opened) => Loaded::Text(Box::new(opened)),
                OpenedGame::Splitting(opened) => Loaded::Splitting(Box::new(opened)),
            })
        };
        let (rules, listed) = match (&source.reference.place, &source.text) {
            (RulesLocation::Catalogue(name), _) => {
                let entry = catalog::find(name).ok_or_else(|| unknown(name))?;
                let rules = match entry.rules {
                    RulesSource::Text(text) => read(text)?,
                    RulesSource::Native(native) => Loaded::native(native, given)?,
                };
                let listed = Cached::default();
                listed.put(Some(CatalogueMatch {
                    entry,
                    parameters: rules.settings().into(),
                    same_claims: true,
                }));
                (rules, listed)
            }
            (RulesLocation::File(_), Some(text)) => {
                let rules = read(text)?;
                if let Some(listener) = LISTENER.get()
                    && let Some(warnings) = rules.warnings(&Unwatched)
                {
                    listener(&warnings);
                }
                (rules, Cached::default())
            }
            (RulesLocation::File(path), None) => {
                return Err(Error::File {
                    path: path.clone(),
                    why: "nobody has read it".to_owned(),
                });
            }
        };
        Ok(Self::loaded(source.reference.clone(), rules, listed))
    }

    /// Nothing is known of it yet.
    fn loaded(
        reference: GameReference,
        rules: Loaded,
        listed: Cached<Option<CatalogueMatch>>,
    ) -> Self {
        Self {
            reference,
            rules,
            listed,
            strategies: Cached::default(),
            known_p_positions: Cached::default(),
            prover: Prover::default(),
            verdicts: Verdicts::default(),
            recall: None,
            found: SearchCache::default(),
        }
    }

    /// Looks up claims that were proved before, where a proof is wanted on the way to something else
    /// and costs too much.
    #[must_use]
    pub fn recalling(self, recall: Option<Recall>) -> Self {
        Self { recall, ..self }
    }

    /// Its rules.
    pub fn rules(&self) -> &dyn Ruleset {
        match &self.rules {
            Loaded::Text(opened) => &opened.spec,
            Loaded::Splitting(opened) => &opened.spec,
            Loaded::Native(_, _, rules) => rules.as_ref(),
        }
    }

    /// Its rules as they are written.
    pub fn written(&self) -> WrittenRules<'_> {
        match &self.rules {
            Loaded::Text(opened) => WrittenRules::Text(&opened.tree),
            Loaded::Splitting(opened) => WrittenRules::Text(&opened.tree),
            Loaded::Native(native, ..) => WrittenRules::Native(native),
        }
    }

    /// Its file, if it is written in the language and its piles stay.
    pub fn opened(&self) -> Option<&lang::Opened> {
        match &self.rules {
            Loaded::Text(opened) => Some(opened),
            Loaded::Splitting(_) | Loaded::Native(..) => None,
        }
    }

    /// Its formulas, if it is written as formulas and heaps split.
    pub fn splitting(&self) -> Option<&SplittingSpec> {
        match &self.rules {
            Loaded::Splitting(opened) => Some(&opened.spec),
            Loaded::Text(_) | Loaded::Native(..) => None,
        }
    }

    /// What its file says besides its moves: title, source, parameters and claims; of a single heap where heaps split.
    pub fn heading(&self) -> Option<&Spec> {
        match &self.rules {
            Loaded::Text(opened) => Some(&opened.spec),
            Loaded::Splitting(opened) => Some(&opened.spec.heap),
            Loaded::Native(..) => None,
        }
    }

    /// How it was named when it was opened.
    pub fn reference(&self) -> &GameReference {
        &self.reference
    }

    /// Its name with its parameters.
    pub fn name(&self) -> &str {
        self.rules().name()
    }

    /// Its formulas, if it is written as formulas and its piles stay.
    pub fn spec(&self) -> Option<&Spec> {
        match &self.rules {
            Loaded::Text(opened) => Some(&opened.spec),
            Loaded::Splitting(_) | Loaded::Native(..) => None,
        }
    }

    /// The sets that its rules define, in the order of the file.
    pub fn sets(&self) -> &[Arc<Set>] {
        match &self.rules {
            Loaded::Text(opened) => &opened.sets,
            Loaded::Splitting(opened) => &opened.sets,
            Loaded::Native(..) => &[],
        }
    }

    /// What its file says that its author may not mean; nothing for a game of the catalogue that is written in Rust.
    pub fn warnings(&self, watch: &dyn Watch) -> Option<Diagnostics> {
        self.rules.warnings(watch)
    }

    /// Who proves its claims: what two proofs have in common is worked out once.
    pub fn prover(&self) -> &Prover {
        &self.prover
    }

    /// Its kinds of move, with what they say in words.
    pub fn kinds(&self) -> Vec<(Kind, Option<String>)> {
        match &self.rules {
            Loaded::Text(opened) => opened
                .spec
                .moves
                .iter()
                .map(|rule| (rule.kind.clone(), rule.caption.clone()))
                .collect(),
            Loaded::Splitting(opened) => opened
                .spec
                .moves
                .iter()
                .map(|rule| (rule.kind.clone(), rule.caption.clone()))
                .collect(),
            Loaded::Native(native, ..) => native
                .moves
                .iter()
                .map(|rule| (Kind::from(rule.kind), Some(rule.caption.to_owned())))
                .collect(),
        }
    }

    /// The position that was typed.
    ///
    /// # Errors
    /// If it is no position of this game.
    pub fn position(&self, text: &str) -> Result<Position, Error> {
        Ok(self.rules().position(parse_piles(text)?)?)
    }

    /// Refuses what is no position of this game, so that nobody is asked about it: piles that another game has put in order, or
    /// nobody.
    ///
    /// # Errors
    /// Why it is none.
    pub fn admit(&self, position: &Position) -> Result<(), Error> {
        if self.rules().has(position) {
            return Ok(());
        }
        let piles = position.piles().to_vec();
        let made = self.rules().position(piles.clone())?;
        Err(Error::Position(PositionError::NotAPosition {
            reason: format!("{} puts its piles in order: {}", self.name(), brief(&made)),
            given: piles,
        }))
    }

    /// Its strategies, from the slowest to the fastest; none for a game that is not of the catalogue.
    ///
    /// # Errors
    /// If its theorems do not cover these parameters, or the watch stops the work.
    pub fn strategies(&self, watch: &dyn Watch) -> Result<Arc<[Arc<dyn Strategy>]>, StrategyError> {
        if let Some(kept) = self.strategies.peek() {
            return Ok(kept);
        }
        let Some(listed) = self.listed() else {
            return Ok(Arc::default());
        };
        self.strategies.get(|| {
            let made = listed.entry.strategies(&|name| listed.value(name), watch)?;
            Ok(made.into_iter().map(Arc::from).collect())
        })
    }

    fn listed(&self) -> Option<CatalogueMatch> {
        let found = self
            .listed
            .get(|| Ok::<_, Infallible>(self.spec().and_then(recognise)));
        found.ok().flatten()
    }

    /// What the catalogue says of a claim that the rules make, whatever becomes of a proof.
    pub(crate) fn catalogued(&self, claim: Claim) -> Option<KnownClaim> {
        let listed = self.listed().filter(|listed| listed.same_claims)?;
        match claim {
            Claim::PPositions => (self.known_p_positions)
                .get(|| {
                    let value = |name: &str| listed.value(name);
                    Ok::<_, Infallible>(listed.entry.known_p_positions(&value))
                })
                .ok()?,
            Claim::NimValues => listed.entry.nim_values.known(),
            Claim::MiserePPositions | Claim::Theorem(_) => None,
        }
    }

    /// How a claim of the rules is known to the catalogue, which may cite a theorem where nothing
    /// is proved here.
    pub fn cited(&self, claim: Claim) -> Option<Evidence> {
        Some(self.catalogued(claim)?.evidence)
    }
}

/// The place in the catalogue of a game with the same rules as one of the catalogue's: equal but for the names of
/// variables and kinds, the order of the kinds, and what is said in words. Parameters of the same names have the values that
/// they have in the file, the others their defaults. A file with claims of its own is not looked up: its claims are proved.
fn recognise(spec: &Spec) -> Option<CatalogueMatch> {
    GAMES.iter().find_map(|entry| {
        let RulesSource::Text(text) = entry.rules else {
            return None;
        };
        let arguments = |tree: &ast::GameFile| {
            let known = |name: &str| tree.parameters.iter().any(|one| one.name.value == name);
            let settings = spec
                .parameters
                .iter()
                .filter(|setting| known(&setting.name));
            let given = settings.map(|setting| (setting.name.clone(), setting.written.clone()));
            with_number_of_piles(tree, &given.collect::<Vec<_>>(), Some(spec.dimension()))
        };
        let known = lang::open(text, entry.name, arguments).ok()?.spec;
        let same_claims =
            known.p_positions == spec.p_positions && known.nim_values == spec.nim_values;
        let no_claims = spec.p_positions.is_none() && spec.nim_values.is_empty();
        let listed = (same_claims || no_claims) && same_rules(&known, spec);
        listed.then(|| CatalogueMatch {
            entry,
            same_claims,
            parameters: known.parameters.into(),
        })
    })
}

/// Are the rules the same? The numbers of kinds and piles are compared first, and formulas as they stand before they are
/// spelled out without names.
fn same_rules(left: &Spec, right: &Spec) -> bool {
    let shape = |spec: &Spec| {
        let (piles, kinds) = (spec.dimension(), spec.moves.len());
        (piles, spec.piles.order, kinds, spec.blocking)
    };
    let clauses = |spec: &Spec| -> Vec<Clauses> {
        spec.moves.iter().map(|rule| rule.clauses.clone()).collect()
    };
    let as_they_stand = |left: &Spec, right: &Spec| {
        (&left.domain, &left.ends) == (&right.domain, &right.ends)
            && clauses(left) == clauses(right)
    };
    shape(left) == shape(right) && (as_they_stand(left, right) || same_core(left, right))
}

fn same_core(left: &Spec, right: &Spec) -> bool {
    let spelled = |spec: &Spec| {
        let mut rules = Speller::new(spec).rules().ok()?;
        // The names of the kinds do not matter here.
        rules.moves.iter_mut().for_each(|rule| rule.0.clear());
        Some(rules)
    };
    match (spelled(left), spelled(right)) {
        (Some(left), Some(right)) => left.is_same(&right),
        _ => false,
    }
}

/// The name of the file, for faults.
fn file_name(source: &GameSource) -> String {
    match &source.reference.place {
        RulesLocation::Catalogue(name) => format!("{name}.game"),
        RulesLocation::File(path) => path.clone(),
    }
}

/// There is no game of this name in the catalogue.
pub fn unknown(name: &str) -> Error {
    Error::UnknownGame {
        name: name.to_owned(),
        nearest: meant(name),
    }
}

/// The games that a name may stand for: the one that is spelled almost like it, word by word,
/// unless the name is a part of others. A word more or less, or quite another word, is another
/// game: γ-nim is not Nim.
fn meant(name: &str) -> Vec<&'static str> {
    let Some(typed) = catalog::words(name) else {
        return Vec::new();
    };
    let names = || GAMES.iter().map(|entry| entry.name);
    let is_near = |known: &&str| {
        let words: Vec<&str> = known.split('-').collect();
        let near = |(typed, word): (&String, &&str)| {
            typed == word || lang::suggest::nearest(typed, [*word]).is_some()
        };
        words.len() == typed.len() && typed.iter().zip(&words).all(near)
    };
    let nearest = lang::suggest::nearest(name, names().filter(is_near));
    let part = typed.join("-");
    let longer = names().filter(|known| part.len() > 2 && known.contains(&part));
    let longer: Vec<&str> = longer.collect();
    match nearest {
        Some(near) if longer.is_empty() || longer.contains(&near) => vec![near],
        _ => longer,
    }
}

/// The values of the parameters of a ruleset that is written in Rust.
fn values(
    native: &'static Native,
    arguments: &[(String, String)],
) -> Result<Vec<&'static str>, Error> {
    let known: Vec<&str> = native
        .parameters
        .iter()
        .map(|parameter| parameter.name)
        .collect();
    for (name, _) in arguments {
        if !known.contains(&name.as_str()) {
            return Err(Error::input(format!(
                "there is no parameter `{name}`; its parameters: {}",
                known.join(", ")
            )));
        }
    }
    let mut values = Vec::with_capacity(native.parameters.len());
    for parameter in native.parameters {
        let given = arguments.iter().find(|(name, _)| name == parameter.name);
        let value = match given {
            None => parameter.values.first(),
            Some((_, given)) => parameter.values.iter().find(|value| **value == given),
        };
        values.push(*value.ok_or_else(|| {
            Error::input(format!(
                "`{}` is one of {}",
                parameter.name,
                parameter.values.join(", ")
            ))
        })?);
    }
    Ok(values)
}

/// The parameters that were given, and the number of piles if that is one that was not.
fn with_number_of_piles(
    tree: &ast::GameFile,
    given: &[(String, String)],
    piles: Option<usize>,
) -> Vec<(String, String)> {
    let mut arguments = given.to_vec();
    if let Some(piles) = piles.filter(|&piles| piles > 0)
        && let Some(parameter) = number_of_piles(tree)
        && !arguments.iter().any(|(name, _)| name == parameter)
    {
        arguments.push((parameter.to_owned(), piles.to_string()));
    }
    arguments
}

/// The parameter that is the number of piles, if the piles are one family `x[1..m]`.
fn number_of_piles(tree: &ast::GameFile) -> Option<&str> {
    let piles = tree.items.iter().find_map(|item| match &item.kind {
        ItemKind::Piles(piles) => Some(piles),
        _ => None,
    })?;
    let [group] = piles.groups.as_slice() else {
        return None;
    };
    let range = group.range.as_ref()?;
    match (&range.from.kind, &range.to.kind) {
        (ExprKind::Number(first), ExprKind::Name(last)) if *first == 1_u32 => tree
            .parameters
            .iter()
            .any(|parameter| parameter.name.value == *last)
            .then_some(last),
        _ => None,
    }
}
