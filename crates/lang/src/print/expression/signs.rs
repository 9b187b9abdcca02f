//! The signs of formulas: in a file, on a page of text, in LaTeX.

use logic::Comparison;

use crate::print::notation::Sign;

pub(super) const AND: Sign = Sign::word(" and ", " \\text{ and } ");
pub(super) const OR: Sign = Sign::word(" or ", " \\text{ or } ");
pub(super) const NOT: Sign = Sign::word("not ", "\\text{not } ");
pub(super) const IMPLIES: Sign = Sign::word(" implies ", " \\Rightarrow ");
pub(super) const IFF: Sign = Sign::word(" iff ", " \\Leftrightarrow ");
pub(super) const EXISTS: Sign = Sign("exists ", "for some ", "\\exists\\, ");
pub(super) const FORALL: Sign = Sign("forall ", "for all ", "\\forall\\, ");
pub(super) const IN: Sign = Sign(" in ", " ∈ ", " \\in ");
pub(super) const NOT_IN: Sign = Sign(" not in ", " ∉ ", " \\notin ");
pub(super) const UNION: Sign = Sign(" or ", " ∪ ", " \\cup ");
pub(super) const XOR: Sign = Sign(" xor ", " ⊕ ", " \\oplus ");
pub(super) const PLUS: Sign = Sign::word(" + ", " + ");
pub(super) const MINUS: Sign = Sign(" - ", " − ", " - ");
pub(super) const NEGATIVE: Sign = Sign("-", "−", "-");
pub(super) const TIMES: Sign = Sign("*", "·", " \\cdot ");
pub(super) const BESIDE: Sign = Sign("*", "", " ");
pub(super) const OVER: Sign = Sign::word("/", "/");
pub(super) const MOD: Sign = Sign::word(" mod ", " \\bmod ");
pub(super) const DIV: Sign = Sign::word(" div ", " \\mathbin{\\mathrm{div}} ");
pub(super) const COLON: Sign = Sign::word(": ", "\\colon ");
pub(super) const COMMA: Sign = Sign::word(", ", ", ");
pub(super) const SUCH_THAT: Sign = Sign::word(" | ", " \\mid ");
pub(super) const SET: [Sign; 2] = [Sign("{", "{ ", "\\{ "), Sign("}", " }", " \\}")];
pub(super) const COMPREHENSION: [Sign; 2] = [Sign::word("{ ", "\\{ "), Sign::word(" }", " \\}")];
pub(super) const ABSOLUTE: [Sign; 2] = [Sign::word("|", "\\lvert "), Sign::word("|", " \\rvert")];
pub(super) const FLOOR: [Sign; 2] = [
    Sign("floor(", "⌊", "\\lfloor "),
    Sign(")", "⌋", " \\rfloor"),
];
pub(super) const CEILING: [Sign; 2] = [Sign("ceil(", "⌈", "\\lceil "), Sign(")", "⌉", " \\rceil")];
pub(super) const IF: Sign = Sign::word("if ", "\\text{if } ");
pub(super) const THEN: Sign = Sign::word(" then ", "\\text{ then } ");
pub(super) const ELSE: Sign = Sign::word(" else ", "\\text{ else } ");
pub(super) const FOR: Sign = Sign::word(" for ", "\\text{ for } ");
pub(super) const EACH: Sign = Sign(" in ", " = ", " = ");
pub(super) const UP_TO: Sign = Sign("..", ", …, ", ", \\dots, ");
pub(super) const TRUE: Sign = Sign::word("true", "\\text{true}");
pub(super) const FALSE: Sign = Sign::word("false", "\\text{false}");
pub(super) const AT_MOST: Sign = Sign::word("at most ", "\\text{at most }");
pub(super) const EXACTLY: Sign = Sign::word("exactly ", "\\text{exactly }");
pub(super) const AT_LEAST: Sign = Sign::word("at least ", "\\text{at least }");
pub(super) const OF: Sign = Sign::word(" of ", "\\text{ of }");
pub(super) const DIGITS: Sign = Sign::word("digits", "\\mathrm{digits}");
pub(super) const MATCHES: Sign = Sign::word(" matches ", "\\text{ matches }");
pub(super) const EVERY_PLACE: Sign = Sign::word("in every place of ", "\\text{in every place of }");
pub(super) const AUTOMATON: Sign = Sign::word("automaton ", "\\text{automaton }");
pub(super) const WRITTEN_IN: Sign = Sign::word(" in ", "\\text{ in }");
pub(super) const BECOMES: Sign = Sign::word(" becomes ", "\\text{ becomes } ");
pub(super) const CHANGES: Sign = Sign::word(" changes", "\\text{ changes}");
pub(super) const CHANGE: Sign = Sign::word(" change", "\\text{ change}");

pub(super) fn relation(comparison: Comparison) -> Sign {
    match comparison {
        Comparison::Equal => Sign::word(" = ", " = "),
        Comparison::NotEqual => Sign(" != ", " ≠ ", " \\ne "),
        Comparison::Less => Sign::word(" < ", " < "),
        Comparison::LessOrEqual => Sign(" <= ", " ≤ ", " \\le "),
        Comparison::Greater => Sign::word(" > ", " > "),
        Comparison::GreaterOrEqual => Sign(" >= ", " ≥ ", " \\ge "),
    }
}
