//! A game of the library: an opened game, how it is played, and how long a question may take.

use std::sync::Arc;
use std::time::Duration;

use lab::{
    Answer, Claim, GameReference, LabError, Legality, Method, MovesAnswer, MovesRequest, Natural,
    Play, Position, Report, Request, SolveAnswer, SolveGoal, SolveRequest, Unwatched, ValueAnswer,
    ValueRequest, Valued, Watch,
};

use crate::clock::TimeLimit;
use crate::text_file::{read, read_beside};

/// A game that is ready to be asked.
///
/// A clone costs nothing and shares what was found out: a proof, a solved board, a period. The same is true of
/// [`misere`](Self::misere), [`within`](Self::within) and [`watched`](Self::watched).
#[derive(Clone)]
pub struct Game {
    opened: Arc<lab::Game>,
    play: Play,
    limit: WorkLimit,
}

/// Who says when a question has taken long enough.
#[derive(Clone)]
enum WorkLimit {
    Nobody,
    Clock(Duration),
    Watch(Arc<dyn Watch + Send + Sync>),
}

impl Game {
    /// The game of this name in the catalogue, or of this file, with its parameters after a colon.
    ///
    /// ```
    /// use takeaway::Game;
    ///
    /// assert_eq!(Game::open("wythoff:d=2")?.name(), "wythoff:d=2");
    /// let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules/fat-rat.game:m=4");
    /// assert_eq!(Game::open(rules)?.name(), "fat-rat:m=4");
    /// # Ok::<(), takeaway::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such game, its file cannot be read, or its text or its parameters have faults.
    pub fn open(name: &str) -> Result<Self, LabError> {
        let reference: GameReference = name.parse()?;
        let source = reference.source(read)?.with_files(read_beside);
        Ok(lab::Game::open(&source)?.into())
    }

    /// The game that is written in the language of `.game` files.
    ///
    /// ```
    /// use takeaway::{Error, Game};
    ///
    /// let text = "game skip \"Take one or two\"\npiles n\nmove take: n - n' in {1, 2}";
    /// assert_eq!(Game::from_text(text)?.name(), "skip");
    /// assert!(matches!(Game::from_text("piles n"), Err(Error::Faults(_))));
    /// # Ok::<(), takeaway::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text has faults: all of them at once, each with its place.
    pub fn from_text(text: &str) -> Result<Self, LabError> {
        Self::from_text_with(text, &[])
    }

    /// The same with values for its parameters, as they are typed.
    ///
    /// ```
    /// use takeaway::Game;
    ///
    /// let text = "game take \"Up to k\" (k = 2)\npiles n\nmove take: 1 <= n - n' <= k";
    /// let take = Game::from_text_with(text, &[("k", "4")])?;
    /// assert_eq!(take.value(&take.position("13")?)?.value.to_string(), "3");
    /// # Ok::<(), takeaway::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text or the values have faults.
    pub fn from_text_with(text: &str, arguments: &[(&str, &str)]) -> Result<Self, LabError> {
        let arguments = arguments.iter();
        let arguments = arguments.map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let source = lab::GameSource {
            reference: GameReference {
                place: lab::RulesLocation::File("text.game".to_owned()),
                arguments: arguments.collect(),
            },
            text: Some(text.to_owned()),
            beside: lab::CompanionFiles::default(),
        };
        Ok(lab::Game::open(&source)?.into())
    }

    /// The same game, where whoever cannot move wins: for [`outcome`](Self::outcome),
    /// [`winning_moves`](Self::winning_moves) and [`solve`](Self::solve).
    #[must_use]
    pub fn misere(mut self) -> Self {
        self.play = Play::Misere;
        self
    }

    /// The same game, of which each question may take this long.
    ///
    /// ```
    /// use std::time::Duration;
    /// use takeaway::{Error, Game, Method};
    ///
    /// // Nothing is found out in no time.
    /// let rat = Game::open("rat")?;
    /// let position = rat.position("1000,2000,5000")?;
    /// let stopped = rat.within(Duration::ZERO).outcome_by(Method::Search, &position);
    /// assert!(matches!(stopped, Err(Error::Stopped(_))));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.limit = WorkLimit::Clock(time);
        self
    }

    /// The same game, whose questions ask this watch whether to go on and tell it how far they have got.
    #[must_use]
    pub fn watched(mut self, watch: Arc<dyn Watch + Send + Sync>) -> Self {
        self.limit = WorkLimit::Watch(watch);
        self
    }

    /// Its name with its parameters.
    pub fn name(&self) -> &str {
        self.opened.name()
    }

    /// The opened game: its rules, its formulas, and what else [`lab`] may ask.
    pub fn opened(&self) -> &Arc<lab::Game> {
        &self.opened
    }

    /// The position that is typed as on the command line: `3,6,10`, `(3, 6, 10)`, `10^100+7, 2*10^100`.
    ///
    /// ```
    /// let nim = takeaway::Game::open("nim")?;
    /// assert_eq!(nim.position("2*(3+1), 5, 10^2")?, nim.position_of([5_u32, 8, 100])?);
    /// # Ok::<(), takeaway::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it is no position of this game.
    pub fn position(&self, text: &str) -> Result<Position, LabError> {
        self.opened.position(text)
    }

    /// The position with these piles; a sorted game puts them in order.
    ///
    /// # Errors
    /// If it is no position of this game.
    pub fn position_of<T: Into<Natural>>(
        &self,
        piles: impl IntoIterator<Item = T>,
    ) -> Result<Position, LabError> {
        let piles = piles.into_iter().map(Into::into).collect();
        Ok(self.opened.rules().position(piles)?)
    }

    /// Who wins, by a move that the rules have accepted, why, and how that is known.
    ///
    /// The reason is put into words when it is asked for. What another game has made is no position of this one:
    ///
    /// ```
    /// use takeaway::{Error, Game};
    ///
    /// let (ordered, sorted) = (Game::open("wythoff")?, Game::open("mouse")?);
    /// let position = ordered.position("2,1")?;
    /// assert!(matches!(sorted.outcome(&position), Err(Error::Position(_))));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// ```
    /// use takeaway::{Game, Outcome, lab::Detail};
    ///
    /// let raleigh = Game::open("raleigh")?;
    /// let answer = raleigh.outcome(&raleigh.position("0,4,9")?)?.verdict;
    /// assert_eq!(answer.outcome, Outcome::N);
    /// assert_eq!(answer.why.render(Detail::Brief), "at most two piles are left: take everything");
    /// # Ok::<(), takeaway::Error>(())
    /// ```
    ///
    /// # Errors
    /// If nobody knows, or the work is stopped.
    pub fn outcome(&self, position: &Position) -> Result<Answer, LabError> {
        self.under(|watch| self.opened.outcome(position, self.play, watch))
    }

    /// The same by one method alone, such as brute force.
    ///
    /// # Errors
    /// If this method does not know, or the work is stopped.
    pub fn outcome_by(&self, method: Method, position: &Position) -> Result<Answer, LabError> {
        self.under(|watch| {
            let play = self.play;
            self.opened.outcome_by(method, position, play, watch)
        })
    }

    /// Who wins, and no more: no move is looked for, which may take far longer.
    ///
    /// # Errors
    /// As for [`outcome`](Self::outcome).
    pub fn outcome_alone(&self, position: &Position) -> Result<Answer, LabError> {
        let (method, play) = (Method::Best, self.play);
        self.under(|watch| self.opened.outcome_alone(method, position, play, watch))
    }

    /// The moves, at most so many.
    ///
    /// # Errors
    /// If the rules cannot be evaluated. A list that was stopped is not complete and says so.
    pub fn moves(
        &self,
        position: &Position,
        limit: Option<usize>,
    ) -> Result<MovesAnswer, LabError> {
        self.list(position, limit, false)
    }

    /// The moves after which the opponent loses against good play, at most so many.
    ///
    /// ```
    /// let nim = takeaway::Game::open("nim")?;
    /// let answer = nim.winning_moves(&nim.position("1,2,7")?, None)?;
    /// assert_eq!(answer.moves[0].to, nim.position("1,2,3")?);
    /// assert!(answer.incomplete.is_none());
    /// # Ok::<(), takeaway::Error>(())
    /// ```
    ///
    /// # Errors
    /// If nobody knows them.
    pub fn winning_moves(
        &self,
        position: &Position,
        limit: Option<usize>,
    ) -> Result<MovesAnswer, LabError> {
        self.list(position, limit, true)
    }

    /// The kinds that allow a move, or every reason why none does.
    ///
    /// # Errors
    /// If one of them is no position of this game, the rules cannot be evaluated, or the work is stopped.
    pub fn legal(&self, from: &Position, to: &Position) -> Result<Legality, LabError> {
        self.opened.admit(from)?;
        self.opened.admit(to)?;
        self.under(|watch| Ok(self.opened.rules().legal(from, to, watch)?))
    }

    /// The nim-value, in normal play.
    ///
    /// # Errors
    /// If nobody knows it, or the work is stopped.
    pub fn value(&self, position: &Position) -> Result<Valued, LabError> {
        self.under(|watch| self.opened.value(position, watch))
    }

    /// All P-positions with every pile at most `max`, by brute force from the rules alone.
    ///
    /// # Errors
    /// If the rules cannot be evaluated. A limit is part of the answer, which tells what was reached.
    pub fn solve(&self, max: u32) -> Result<SolveAnswer, LabError> {
        self.solved(max, SolveGoal::PPositions(self.play))
    }

    /// The nim-values of all these positions.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn solve_values(&self, max: u32) -> Result<SolveAnswer, LabError> {
        self.solved(max, SolveGoal::NimValues)
    }

    /// What it claims: its P-positions, its nim-values, its theorems.
    pub fn claims(&self) -> Vec<Claim> {
        self.opened.claims()
    }

    /// What becomes of a claim when it is to be proved for all positions; nothing if the game does not make it.
    ///
    /// ```
    /// use takeaway::{ClaimOutcome, Game};
    ///
    /// let wrong = Game::from_text(
    ///     "game skip \"Take one or two\"\npiles n\nmove take: n - n' in {1, 2}\nP = { 4*m | m >= 0 }",
    /// )?;
    /// let report = wrong.prove(wrong.claims()[0]).expect("it is claimed");
    /// let ClaimOutcome::Refuted(counterexample) = &report.outcome else {
    ///     panic!("3 is a P-position");
    /// };
    /// assert!(counterexample.to_string().contains('3'));
    /// # Ok::<(), takeaway::Error>(())
    /// ```
    pub fn prove(&self, claim: Claim) -> Option<Arc<Report>> {
        self.under(|watch| self.opened.prove(claim, watch))
    }

    fn list(
        &self,
        position: &Position,
        limit: Option<usize>,
        winning: bool,
    ) -> Result<MovesAnswer, LabError> {
        let request = MovesRequest {
            game: &self.opened,
            position: position.clone(),
            winning,
            limit,
            play: self.play,
        };
        self.under(|watch| request.answer(watch))
    }

    fn solved(&self, max: u32, wanted: SolveGoal) -> Result<SolveAnswer, LabError> {
        let request = SolveRequest {
            game: &self.opened,
            max,
            wanted,
            checkpoint: None,
        };
        self.under(|watch| request.answer(watch))
    }

    /// Does something within the limit.
    fn under<T>(&self, work: impl FnOnce(&dyn Watch) -> T) -> T {
        match &self.limit {
            WorkLimit::Nobody => work(&Unwatched),
            WorkLimit::Clock(time) => work(&TimeLimit::new(*time)),
            WorkLimit::Watch(watch) => work(watch.as_ref()),
        }
    }
}

impl From<lab::Game> for Game {
    fn from(opened: lab::Game) -> Self {
        Self {
            opened: Arc::new(opened),
            play: Play::Normal,
            limit: WorkLimit::Nobody,
        }
    }
}

/// The nim-value of a sum of games, each with its position, and the moves that win it. The limit is that of the first game.
///
/// # Errors
/// If nobody knows the value of a component, or the work is stopped.
pub fn value_of_sum(components: &[(&Game, Position)]) -> Result<ValueAnswer, LabError> {
    let opened = components.iter();
    let opened = opened.map(|(game, position)| (Arc::clone(&game.opened), position.clone()));
    let request = ValueRequest {
        components: opened.collect(),
        limit: None,
    };
    match components.first() {
        Some((game, _)) => game.under(|watch| request.answer(watch)),
        None => request.answer(&Unwatched),
    }
}
