//! The rules of a game and nothing else: whatever a file claims is taken away before anybody looks.
//!
//! With the claims go the definitions that only they use: `let A(n) = floor(n*phi)` is as good as a claim. A candidate is text that
//! can be appended to the rules as they are printed, so that what is proved is what is written.

use std::collections::BTreeSet;

use lang::ast::{GameFile, Item, ItemKind};
use lang::{CompanionFiles, Diagnostics, Opened};
use rules::spec::Spec;

/// Rules without claims.
#[derive(Clone, Debug)]
pub struct BareRules {
    text: String,
    spec: Spec,
    beside: CompanionFiles,
    words: BTreeSet<String>,
    name: String,
}

impl BareRules {
    /// The rules of a file that was read.
    ///
    /// # Errors
    /// If the rules cannot be read without the claims; no file is known with which that happens.
    pub fn of(opened: &Opened) -> Result<Self, Diagnostics> {
        let tree = &opened.tree;
        let mut bare = GameFile {
            items: tree.items.iter().filter(|i| !claims(i)).cloned().collect(),
            ..tree.clone()
        };
        while let Some(place) = unused(&bare) {
            bare.items.remove(place);
        }
        let text = lang::print(&bare);
        let beside = opened.beside.clone();
        let spec = lang::open_beside(&text, "rules", &beside, |_| Vec::new())?.spec;
        Ok(Self {
            beside,
            words: words(&text),
            name: tree.name.value.clone(),
            text,
            spec,
        })
    }

    /// The rules as a file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rules as formulas.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The automata that the rules name.
    pub fn beside(&self) -> &CompanionFiles {
        &self.beside
    }

    /// A name for the file of one more automaton.
    pub fn fresh_file(&self) -> String {
        let plain = format!("{}.aut", self.name);
        let mut numbered = (2..).map(|number| format!("{}-{number}.aut", self.name));
        match self.beside.has(&plain) {
            false => plain,
            true => { numbered }
                .find(|name| !self.beside.has(name))
                .unwrap_or(plain),
        }
    }

    /// The name of the game without its parameters.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file with this behind the rules.
    pub fn with(&self, claim: &str) -> String {
        format!("{}\n{claim}\n", self.text)
    }

    /// The game that claims this.
    ///
    /// # Errors
    /// If the text cannot be read.
    pub fn claiming(&self, claim: &str) -> Result<Spec, Diagnostics> {
        self.read(claim, &self.beside)
    }

    /// The same for a claim that names the file of an automaton, with its text.
    ///
    /// # Errors
    /// If a text cannot be read.
    pub fn claiming_beside(
        &self,
        claim: &str,
        file: &str,
        text: &str,
    ) -> Result<Spec, Diagnostics> {
        self.read(claim, &self.beside.with(file, text))
    }

    /// Whether a text of unknown origin, written behind the rules, claims one set of P-positions and
    /// does nothing else: it may define what the claim uses, but not add to the rules, change their
    /// last line, or hide anything in a comment.
    pub fn are_only_claimed_by(&self, text: &str) -> bool {
        let Some((_, GameFile { items: more, .. })) = self.read_with(text) else {
            return false;
        };
        let is_claim = |item: &&Item| {
            matches!(
                item.kind,
                ItemKind::PPositions(_)
                    | ItemKind::PWhen(_)
                    | ItemKind::MisereP(_)
                    | ItemKind::MiserePWhen(_)
            )
        };
        let claims = more.iter().filter(is_claim).count();
        let definitions = more.iter().filter(|item| defines(item).is_some()).count();
        claims == 1 && claims + definitions == more.len() && !text.contains('#')
    }

    /// The rules as they are read, and what a text behind them adds; none if it is not read as something behind them.
    pub(crate) fn read_with(&self, text: &str) -> Option<(GameFile, GameFile)> {
        let own = lang::parse(&self.text).ok()?;
        let mut all = lang::parse(&self.with(text)).ok()?;
        let more = all.items.split_off(own.items.len().min(all.items.len()));
        let parameters = Vec::new();
        let more = GameFile {
            parameters,
            items: more,
            ..own.clone()
        };
        (all == own).then_some((own, more))
    }

    fn read(&self, claim: &str, beside: &CompanionFiles) -> Result<Spec, Diagnostics> {
        let opened = lang::open_beside(&self.with(claim), "candidate", beside, |_| Vec::new());
        opened.map(|opened| opened.spec)
    }

    /// The first of some names that means nothing in the rules yet; with a number behind it if all of them do.
    pub fn fresh(&self, wanted: &[&str]) -> String {
        fresh(&self.words, wanted)
    }
}

/// Is it a claim, or of use for tables of claimed positions only?
fn claims(item: &Item) -> bool {
    matches!(
        item.kind,
        ItemKind::PPositions(_)
            | ItemKind::PWhen(_)
            | ItemKind::MisereP(_)
            | ItemKind::MiserePWhen(_)
            | ItemKind::NimValue { .. }
            | ItemKind::Theorem { .. }
            | ItemKind::Columns(_)
    )
}

/// The place of a definition that nothing else mentions.
pub(crate) fn unused(game: &GameFile) -> Option<usize> {
    let named = game.items.iter().enumerate();
    let mut named = named.filter_map(|(place, item)| Some((place, defines(item)?)));
    let mut unused = named.find(|(place, name)| {
        let rest = GameFile {
            items: without(&game.items, *place),
            title: None,
            ..game.clone()
        };
        !rest.mentions(&[name])
    });
    unused.as_mut().map(|(place, _)| *place)
}

fn without(items: &[Item], place: usize) -> Vec<Item> {
    [&items[..place], &items[place + 1..]].concat()
}

/// The name that an item gives to something, if that is all it does.
fn defines(item: &Item) -> Option<&str> {
    match &item.kind {
        ItemKind::Let(defined) => Some(&defined.name.value),
        ItemKind::Const { name, .. }
        | ItemKind::Set { name, .. }
        | ItemKind::System { name, .. } => Some(&name.value),
        ItemKind::Automaton(set) => Some(&set.name.value),
        _ => None,
    }
}

/// The first of some names that is none of these words; with a number behind it if all of them are.
pub(crate) fn fresh(words: &BTreeSet<String>, wanted: &[&str]) -> String {
    let plain = wanted.iter().map(|name| (*name).to_owned());
    let first = wanted.first().copied().unwrap_or("n");
    let numbered = (1..).map(|number| format!("{first}{number}"));
    let mut free = plain.chain(numbered).filter(|name| !words.contains(name));
    free.next().unwrap_or_default()
}

/// The words of a text outside its strings.
pub(crate) fn words(text: &str) -> BTreeSet<String> {
    let outside = text.split('"').step_by(2);
    let words = outside.flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_'));
    words.filter(|w| !w.is_empty()).map(str::to_owned).collect()
}
