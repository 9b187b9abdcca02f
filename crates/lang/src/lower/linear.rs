//! Real-linear forms `c₁·t₁ + … + cₖ·tₖ + c₀`: what every number of the language is before it becomes a term.
//!
//! A form whose coefficients are whole numbers is a term. What stood in brackets or had a name stays one term,
//! so that an explanation can speak as the rules do.

use std::collections::HashMap;
use std::sync::Arc;

use logic::{RealForm, Term};
use numeration::natural::Integer;
use numeration::real::{Real, RealError};

/// A real-linear form, perhaps with a name.
#[derive(Clone, Debug)]
pub(super) struct RealLinear {
    parts: Vec<(Real, Term)>,
    constant: Real,
    name: Option<Arc<str>>,
}

impl RealLinear {
    /// A constant.
    pub(super) fn constant(constant: Real) -> Self {
        Self {
            parts: Vec::new(),
            constant,
            name: None,
        }
    }

    /// A whole number.
    pub(super) fn integer(value: impl Into<Integer>) -> Self {
        Self::constant(Real::from(value.into()))
    }

    /// A term.
    pub(super) fn term(term: Term) -> Self {
        match term {
            Term::Constant(value) => Self::integer(value),
            other => Self {
                parts: vec![(Real::from(1), other)],
                ..Self::integer(0)
            },
        }
    }

    /// The same form under a name.
    pub(super) fn named(self, name: Arc<str>) -> Self {
        Self {
            name: Some(name),
            ..self
        }
    }

    /// Its value if it is a constant, also under names.
    pub(super) fn as_constant(&self) -> Result<Option<Real>, RealError> {
        let mut value = self.constant.clone();
        for (coefficient, term) in &self.parts {
            let Term::Constant(whole) = term.unnamed() else {
                return Ok(None);
            };
            value = value.add(&coefficient.mul(&Real::from(whole.clone()))?)?;
        }
        Ok(Some(value))
    }

    /// Its constant part.
    pub(super) fn constant_part(&self) -> &Real {
        &self.constant
    }

    /// Its terms.
    pub(super) fn terms(&self) -> impl Iterator<Item = &Term> {
        self.parts.iter().map(|part| &part.1)
    }

    /// The same form of other terms.
    pub(super) fn with_terms(self, mut other: impl FnMut(Term) -> Term) -> Self {
        let parts = self.parts.into_iter();
        Self {
            parts: parts.map(|(factor, term)| (factor, other(term))).collect(),
            ..self
        }
    }

    /// As a term, if all coefficients are whole numbers; otherwise the form itself.
    pub(super) fn into_term(self) -> Result<Term, Box<Self>> {
        let coefficients: Option<Vec<Integer>> =
            self.parts.iter().map(|part| part.0.as_integer()).collect();
        let (Some(coefficients), Some(constant)) = (coefficients, self.constant.as_integer())
        else {
            return Err(Box::new(self));
        };
        let scaled = |(coefficient, (_, term)): (Integer, (Real, Term))| {
            if coefficient == 1 {
                term
            } else {
                Term::Scaled(coefficient, Box::new(term))
            }
        };
        let mut terms: Vec<Term> = coefficients
            .into_iter()
            .zip(self.parts)
            .map(scaled)
            .collect();
        if terms.is_empty() || constant != 0 {
            terms.push(Term::Constant(constant));
        }
        let term = if terms.len() == 1 {
            terms.swap_remove(0)
        } else {
            Term::Sum(terms)
        };
        Ok(match self.name {
            Some(name) => Term::Named(name, Arc::new(term)),
            None => term,
        })
    }

    /// As one part, if it is a term of several parts or with a name.
    fn grouped(self) -> Self {
        let one_part = self.parts.len() == 1 && self.constant == Real::from(0);
        if self.name.is_none() && (self.parts.is_empty() || one_part) {
            return self;
        }
        match self.into_term() {
            Ok(term) => Self {
                parts: vec![(Real::from(1), term)],
                ..Self::integer(0)
            },
            Err(form) => Self {
                name: None,
                ..*form
            },
        }
    }

    /// Adds a multiple of another form.
    pub(super) fn add(&mut self, factor: &Real, other: Self) -> Result<(), RealError> {
        let other = other.scaled(factor)?;
        self.constant = self.constant.add(&other.constant)?;
        self.parts.extend(other.parts);
        Ok(())
    }

    /// A multiple of it.
    pub(super) fn scaled(self, factor: &Real) -> Result<Self, RealError> {
        if *factor == Real::from(0) {
            return Ok(Self::integer(0));
        }
        let form = self.grouped();
        let mut parts = Vec::with_capacity(form.parts.len());
        for (coefficient, term) in form.parts {
            parts.push((coefficient.mul(factor)?, term));
        }
        Ok(Self {
            parts,
            constant: form.constant.mul(factor)?,
            name: None,
        })
    }

    /// The largest integer not above it.
    pub(super) fn floor(self) -> Result<Self, RealError> {
        if let Some(constant) = self.as_constant()? {
            return Ok(Self::integer(constant.floor()?));
        }
        match self.into_term() {
            Ok(term) => Ok(Self::term(term)),
            Err(form) => Ok(Self::term(Term::Floor(Box::new(form.collected()?)))),
        }
    }

    /// As a form in which every variable occurs once.
    fn collected(self) -> Result<RealForm, RealError> {
        let mut parts: Vec<(Real, Term)> = Vec::with_capacity(self.parts.len());
        let mut places = HashMap::new();
        for (coefficient, term) in self.parts {
            let place = match &term {
                Term::Variable(variable) => *places.entry(variable.id()).or_insert(parts.len()),
                _ => parts.len(),
            };
            match parts.get_mut(place) {
                Some(part) => part.0 = part.0.add(&coefficient)?,
                None => parts.push((coefficient, term)),
            }
        }
        parts.retain(|part| part.0 != Real::from(0));
        Ok(RealForm {
            parts,
            constant: self.constant,
        })
    }
}
