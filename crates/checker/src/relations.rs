//! Comparisons of terms, and of linear forms with 0, as trees over tables.

use super::Refusal;
use super::cases::Case;
use super::form::TrackSum;
use super::formula::Formulas;
use super::statement::{Relation, Term};
use super::tree::TableFormula;

impl Formulas<'_> {
    pub(super) fn compare(
        &self,
        left: &Term,
        relation: Relation,
        right: &Term,
    ) -> Result<TableFormula, Refusal> {
        if let Some((parts, all)) = apart(left, relation) {
            let parts = parts.iter().map(|part| self.compare(part, relation, right));
            let parts = parts.collect::<Result<Vec<_>, _>>()?;
            return Ok(if all {
                TableFormula::and(parts)
            } else {
                TableFormula::or(parts)
            });
        }
        self.related(&self.term(left)?, relation, &self.term(right)?)
    }

    /// The number on a track is the value of a term.
    pub(super) fn is(&self, track: usize, term: &Term) -> Result<TableFormula, Refusal> {
        self.related(
            &[Case::plain(TrackSum::track(track))],
            Relation::Equal,
            &self.term(term)?,
        )
    }

    pub(super) fn related(
        &self,
        left: &[Case],
        relation: Relation,
        right: &[Case],
    ) -> Result<TableFormula, Refusal> {
        let mut alternatives = Vec::new();
        for case in self.product(left, right, |left, right| left.plus(-1, right))? {
            let relation = self.relate(&case.value, relation)?;
            let tree = TableFormula::and([vec![relation], case.conditions].concat());
            alternatives.push(self.hiding(&tree, &case.hidden)?);
        }
        self.one_table(TableFormula::or(alternatives))
    }

    /// The same with one table, where there are several.
    pub(super) fn one_table(&self, tree: TableFormula) -> Result<TableFormula, Refusal> {
        if matches!(tree, TableFormula::Constant(_) | TableFormula::Leaf(..)) {
            return Ok(tree);
        }
        self.some(&tree, &Vec::from_iter(tree.tracks()))
    }

    /// A form compared with 0.
    pub fn relate(&self, form: &TrackSum, relation: Relation) -> Result<TableFormula, Refusal> {
        Ok(match relation {
            Relation::Equal => self.zero(form)?,
            Relation::NotEqual => self.zero(form)?.negated(),
            Relation::GreaterOrEqual => self.not_negative(form)?,
            Relation::Less => self.not_negative(form)?.negated(),
            Relation::LessOrEqual => self.not_negative(&TrackSum::default().plus(-1, form)?)?,
            Relation::Greater => self
                .not_negative(&TrackSum::default().plus(-1, form)?)?
                .negated(),
        })
    }

    /// The numbers for which the form is zero.
    pub fn zero(&self, form: &TrackSum) -> Result<TableFormula, Refusal> {
        self.leaf(self.digits.compare(form, true)?, form.tracks())
    }

    pub(super) fn not_negative(&self, form: &TrackSum) -> Result<TableFormula, Refusal> {
        self.leaf(self.digits.compare(form, false)?, form.tracks())
    }
}

/// The terms of a largest or smallest one, each with its factor, of which all or some are related to a number if it is.
fn apart(term: &Term, relation: Relation) -> Option<(Vec<Term>, bool)> {
    let small = match relation {
        Relation::Less | Relation::LessOrEqual => true,
        Relation::Greater | Relation::GreaterOrEqual => false,
        Relation::Equal | Relation::NotEqual => return None,
    };
    let (factor, extreme) = match term {
        Term::Scaled(factor, inner) => (*factor, &**inner),
        term => (1, term),
    };
    let (terms, largest) = match extreme {
        Term::Maximum(terms) => (terms, factor > 0),
        Term::Minimum(terms) => (terms, factor <= 0),
        _ => return None,
    };
    let scaled = |term: &Term| Term::Scaled(factor, Box::new(term.clone()));
    Some((terms.iter().map(scaled).collect(), largest == small))
}
