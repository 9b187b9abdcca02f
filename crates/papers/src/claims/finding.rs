//! What a check found out.

/// What a check found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// How far the statement was looked at.
    pub(crate) scope: Scope,
    /// What was done, as a clause.
    pub(crate) how: String,
    /// The smallest counterexample, if there is one.
    pub(crate) counterexample: Option<String>,
}

/// How far a statement was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// All of it: by proof, or because it is finite.
    All,
    /// Up to a bound, in words.
    UpTo(String),
}

impl Finding {
    /// True, all of it.
    pub(crate) fn proved(how: impl Into<String>) -> Self {
        Self {
            scope: Scope::All,
            how: how.into(),
            counterexample: None,
        }
    }

    /// True as far as it was looked at. `<=` is written as in print.
    pub(crate) fn up_to(bound: impl Into<String>, how: impl Into<String>) -> Self {
        Self {
            scope: Scope::UpTo(bound.into().replace("<=", "≤")),
            ..Self::proved(how)
        }
    }

    /// True as far as these words say, if not all of it.
    pub(crate) fn of(bound: Option<&str>, how: &str) -> Self {
        match bound {
            Some(bound) => Self::up_to(bound, how),
            None => Self::proved(how),
        }
    }

    /// What was done beside a proof, as a clause.
    pub(crate) fn beside(&self) -> String {
        match &self.scope {
            Scope::All => format!("besides: {}", self.how),
            Scope::UpTo(bound) => format!("besides, for {bound}: {}", self.how),
        }
    }

    /// False, unless there is no counterexample.
    pub(crate) fn unless(self, counterexample: Option<impl Into<String>>) -> Self {
        Self {
            counterexample: counterexample.map(Into::into),
            ..self
        }
    }
}
