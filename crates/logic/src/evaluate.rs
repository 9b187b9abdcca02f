//! Values of terms and truth of formulas on given numbers.
use thiserror::Error;
/// Why a term or formula has no value here.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum EvaluationError {}
