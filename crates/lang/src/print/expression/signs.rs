//! The signs of formulas: in a file, on a page of text, in LaTeX.

use logic::Comparison;

use crate::print::notation::SignForms;

pub(super) const AND: SignForms = SignForms::word(" and ", " \\text{ and } ");
pub(super) const OR: SignForms = SignForms::word(" or ", " \\text{ or } ");
pub(super) const NOT: SignForms = SignForms::word("not ", "\\text{not } ");
pub(super) const IMPLIES: SignForms = SignForms::word(" implies ", " \\Rightarrow ");
pub(super) const IFF: SignForms = SignForms::word(" iff ", " \\Leftrightarrow ");
pub(super) const EXISTS: SignForms = SignForms("exists ", "for some ", "\\exists\\, ");
pub(super) const FORALL: SignForms = SignForms("forall ", "for all ", "\\forall\\, ");
pub(super) const IN: SignForms = SignForms(" in ", " ∈ ", " \\in ");
pub(super) const NOT_IN: SignForms = SignForms(" not in ", " ∉ ", " \\notin ");
pub(super) const UNION: SignForms = SignForms(" or ", " ∪ ", " \\cup ");
pub(super) const XOR: SignForms = SignForms(" xor ", " ⊕ ", " \\oplus ");
pub(super) const PLUS: SignForms = SignForms::word(" + ", " + ");
pub(super) const MINUS: SignForms = SignForms(" - ", " − ", " - ");
pub(super) const NEGATIVE: SignForms = SignForms("-", "−", "-");
pub(super) const TIMES: SignForms = SignForms("*", "·", " \\cdot ");
pub(super) const BESIDE: SignForms = SignForms("*", "", " ");
pub(super) const OVER: SignForms = SignForms::word("/", "/");
pub(super) const MOD: SignForms = SignForms::word(" mod ", " \\bmod ");
pub(super) const DIV: SignForms = SignForms::word(" div ", " \\mathbin{\\mathrm{div}} ");
pub(super) const COLON: SignForms = SignForms::word(": ", "\\colon ");
pub(super) const COMMA: SignForms = SignForms::word(", ", ", ");
pub(super) const SUCH_THAT: SignForms = SignForms::word(" | ", " \\mid ");
pub(super) const SET: [SignForms; 2] = [SignForms("{", "{ ", "\\{ "), SignForms("}", " }", " \\}")];
pub(super) const COMPREHENSION: [SignForms; 2] =
    [SignForms::word("{ ", "\\{ "), SignForms::word(" }", " \\}")];
pub(super) const ABSOLUTE: [SignForms; 2] = [
    SignForms::word("|", "\\lvert "),
    SignForms::word("|", " \\rvert"),
];
pub(super) const FLOOR: [SignForms; 2] = [
    SignForms("floor(", "⌊", "\\lfloor "),
    SignForms(")", "⌋", " \\rfloor"),
];
pub(super) const CEILING: [SignForms; 2] = [
    SignForms("ceil(", "⌈", "\\lceil "),
    SignForms(")", "⌉", " \\rceil"),
];
pub(super) const IF: SignForms = SignForms::word("if ", "\\text{if } ");
pub(super) const THEN: SignForms = SignForms::word(" then ", "\\text{ then } ");
pub(super) const ELSE: SignForms = SignForms::word(" else ", "\\text{ else } ");
pub(super) const FOR: SignForms = SignForms::word(" for ", "\\text{ for } ");
pub(super) const EACH: SignForms = SignForms(" in ", " = ", " = ");
pub(super) const UP_TO: SignForms = SignForms("..", ", …, ", ", \\dots, ");
pub(super) const TRUE: SignForms = SignForms::word("true", "\\text{true}");
pub(super) const FALSE: SignForms = SignForms::word("false", "\\text{false}");
pub(super) const AT_MOST: SignForms = SignForms::word("at most ", "\\text{at most }");
pub(super) const EXACTLY: SignForms = SignForms::word("exactly ", "\\text{exactly }");
pub(super) const AT_LEAST: SignForms = SignForms::word("at least ", "\\text{at least }");
pub(super) const OF: SignForms = SignForms::word(" of ", "\\text{ of }");
pub(super) const DIGITS: SignForms = SignForms::word("digits", "\\mathrm{digits}");
pub(super) const MATCHES: SignForms = SignForms::word(" matches ", "\\text{ matches }");
pub(super) const EVERY_PLACE: SignForms =
    SignForms::word("in every place of ", "\\text{in every place of }");
pub(super) const AUTOMATON: SignForms = SignForms::word("automaton ", "\\text{automaton }");
pub(super) const WRITTEN_IN: SignForms = SignForms::word(" in ", "\\text{ in }");
pub(super) const BECOMES: SignForms = SignForms::word(" becomes ", "\\text{ becomes } ");
pub(super) const CHANGES: SignForms = SignForms::word(" changes", "\\text{ changes}");
pub(super) const CHANGE: SignForms = SignForms::word(" change", "\\text{ change}");

pub(super) fn relation(comparison: Comparison) -> SignForms {
    match comparison {
        Comparison::Equal => SignForms::word(" = ", " = "),
        Comparison::NotEqual => SignForms(" != ", " ≠ ", " \\ne "),
        Comparison::Less => SignForms::word(" < ", " < "),
        Comparison::LessOrEqual => SignForms(" <= ", " ≤ ", " \\le "),
        Comparison::Greater => SignForms::word(" > ", " > "),
        Comparison::GreaterOrEqual => SignForms(" >= ", " ≥ ", " \\ge "),
    }
}
