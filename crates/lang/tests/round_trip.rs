//! Printing a syntax tree and parsing the text gives the same tree.
#![allow(clippy::unwrap_used)]

use lang::Notation;
use lang::ast::*;
use lang::print::print_in;
use lang::span::{Span, Spanned};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn here<T>(value: T) -> Spanned<T> {
    Spanned::new(value, Span::default())
}

fn expr(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::default())
}

fn word() -> impl Strategy<Value = String> {
    select(vec![
        "x", "y", "n", "B", "set", "P", "game", "phi", "a_1", "when", "sorted", "Z9", "alpha",
        "Sigma", "i", "over", "all",
    ])
    .prop_map(str::to_owned)
}

const FUNCTIONS: [&str; 6] = ["floor", "ceil", "min", "sqrt", "cbrt", "root"];

fn name() -> impl Strategy<Value = Name> {
    word().prop_map(here)
}

fn text() -> impl Strategy<Value = String> {
    "[a-zA-Z \"\\\\φ≤]{0,12}"
}

fn comparison() -> impl Strategy<Value = Comparison> {
    select(vec![
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ])
}

fn quantifier() -> impl Strategy<Value = Quantifier> {
    select(vec![Quantifier::Exists, Quantifier::Forall])
}

fn range(inner: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = IndexRange> {
    (inner.clone(), inner).prop_map(|(from, to)| IndexRange {
        from: Box::new(from),
        to: Box::new(to),
    })
}

fn binder(inner: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = IndexBinder> {
    (name(), range(inner)).prop_map(|(name, range)| IndexBinder { name, range })
}

fn set_part(inner: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = SetPart> {
    prop_oneof![
        name().prop_map(SetPart::Named),
        vec(inner.clone(), 0..3).prop_map(SetPart::Elements),
        (inner.clone(), vec(inner, 1..3)).prop_map(|(element, conditions)| {
            SetPart::Comprehension {
                element,
                conditions,
            }
        }),
    ]
}

fn one_set(inner: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = SetExpr> {
    set_part(inner).prop_map(|part| SetExpr {
        parts: vec![part],
        span: Span::default(),
    })
}

fn entries(inner: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = Vec<TupleEntry>> {
    let entry = (inner.clone(), option::of(binder(inner)))
        .prop_map(|(term, family)| TupleEntry { term, family });
    vec(entry, 1..4).prop_filter("one entry without a family is no tuple", |entries| {
        entries.len() > 1 || entries[0].family.is_some()
    })
}

fn summands(inner: impl Strategy<Value = Expr>) -> impl Strategy<Value = Vec<(AddOp, Expr)>> {
    vec((select(vec![AddOp::Plus, AddOp::Minus]), inner), 1..4)
        .prop_filter("`+x` alone is not written", |parts| {
            parts.len() > 1 || parts[0].0 == AddOp::Minus
        })
}

fn leaf() -> impl Strategy<Value = Expr> {
    prop_oneof![
        any::<u32>().prop_map(|value| ExprKind::Number(value.into())),
        "[0-9]{1,3}\\.[0-9]{1,3}".prop_map(ExprKind::Decimal),
        any::<bool>().prop_map(ExprKind::Truth),
        word().prop_map(ExprKind::Name),
        word().prop_map(ExprKind::Primed),
    ]
    .prop_map(expr)
}

fn terms(inner: impl Strategy<Value = Expr> + Clone + 'static) -> BoxedStrategy<ExprKind> {
    let boxed = inner.clone().prop_map(Box::new);
    prop_oneof![
        (word(), boxed.clone(), any::<bool>()).prop_map(|(name, index, primed)| {
            ExprKind::Indexed {
                name,
                index,
                primed,
            }
        }),
        (
            prop_oneof![word(), select(FUNCTIONS.map(str::to_owned).to_vec())].prop_map(here),
            vec(inner.clone(), 1..3)
        )
            .prop_map(|(name, arguments)| ExprKind::Call { name, arguments }),
        summands(inner.clone()).prop_map(ExprKind::Sum),
        (
            boxed.clone(),
            vec(
                (select(vec![MulOp::Times, MulOp::Over]), inner.clone()),
                1..3
            )
        )
            .prop_map(|(first, rest)| ExprKind::Product(first, rest)),
        (
            select(vec![DivisionOp::Mod, DivisionOp::Div]),
            boxed.clone(),
            boxed.clone()
        )
            .prop_map(|(division, left, right)| ExprKind::Division(division, left, right)),
        (boxed.clone(), boxed.clone()).prop_map(|(base, exponent)| ExprKind::Power(base, exponent)),
        vec(inner.clone(), 2..4).prop_map(ExprKind::Xor),
        boxed.clone().prop_map(ExprKind::Absolute),
        (boxed.clone(), boxed.clone(), boxed.clone())
            .prop_map(|(c, yes, no)| ExprKind::Choice(c, yes, no)),
        (
            select(vec![IndexedOp::Sum, IndexedOp::Xor]),
            binder(inner.clone()),
            boxed
        )
            .prop_map(|(total, binder, body)| ExprKind::Total(total, binder, body)),
        entries(inner.clone()).prop_map(ExprKind::Tuple),
        one_set(inner)
            .prop_filter("a name alone is a name", |set| !matches!(
                set.parts[0],
                SetPart::Named(_)
            ))
            .prop_map(|set| ExprKind::Set(Box::new(set))),
    ]
    .boxed()
}

fn formulas(inner: impl Strategy<Value = Expr> + Clone + 'static) -> BoxedStrategy<ExprKind> {
    let boxed = inner.clone().prop_map(Box::new);
    let pile = prop_oneof![
        word().prop_map(ExprKind::Name),
        (word(), boxed.clone()).prop_map(|(name, index)| ExprKind::Indexed {
            name,
            index,
            primed: false
        }),
    ];
    prop_oneof![
        (boxed.clone(), vec((comparison(), inner.clone()), 1..3))
            .prop_map(|(first, links)| ExprKind::Compare(first, links)),
        (
            boxed.clone(),
            any::<bool>(),
            one_set(inner.clone()).prop_map(Box::new)
        )
            .prop_map(|(element, negated, set)| ExprKind::Member {
                element,
                negated,
                set
            }),
        boxed.clone().prop_map(ExprKind::Not),
        vec(inner.clone(), 2..4).prop_map(ExprKind::And),
        vec(inner.clone(), 2..4).prop_map(ExprKind::Or),
        (boxed.clone(), boxed.clone()).prop_map(|(left, right)| ExprKind::Implies(left, right)),
        (boxed.clone(), boxed.clone()).prop_map(|(left, right)| ExprKind::Iff(left, right)),
        (
            quantifier(),
            vec(name(), 1..3),
            option::of((comparison(), boxed.clone())),
            boxed.clone()
        )
            .prop_map(
                |(quantifier, variables, bound, body)| ExprKind::Quantified {
                    quantifier,
                    variables,
                    bound,
                    body
                }
            ),
        (quantifier(), binder(inner.clone()), boxed.clone())
            .prop_map(|(q, binder, body)| ExprKind::ForIndex(q, binder, body)),
        (boxed.clone(), boxed.clone(), text().prop_map(here)).prop_map(
            |(number, system, pattern)| ExprKind::Matches {
                number,
                system,
                pattern
            }
        ),
        (vec(inner.clone(), 1..3), boxed.clone(), boxed.clone()).prop_map(
            |(numbers, system, body)| ExprKind::EveryPlace {
                numbers,
                system,
                body
            }
        ),
        (
            select(vec![
                CountBound::AtMost,
                CountBound::Exactly,
                CountBound::AtLeast
            ]),
            boxed,
            vec(pile.prop_map(expr), 1..3)
        )
            .prop_map(|(amount, count, piles)| ExprKind::Changes {
                amount,
                count,
                piles
            }),
    ]
    .boxed()
}

fn expression() -> impl Strategy<Value = Expr> + Clone {
    leaf().prop_recursive(4, 24, 3, |inner| {
        prop_oneof![terms(inner.clone()), formulas(inner)].prop_map(expr)
    })
}

fn definition() -> impl Strategy<Value = Let> {
    (name(), vec(name(), 0..3), expression()).prop_map(|(name, arguments, body)| Let {
        name,
        arguments,
        body,
    })
}

fn sets() -> impl Strategy<Value = SetExpr> {
    vec(set_part(expression()), 1..3).prop_map(|parts| SetExpr {
        parts,
        span: Span::default(),
    })
}

fn rule() -> impl Strategy<Value = MoveDecl> {
    let clause = prop_oneof![
        expression().prop_map(Clause::If),
        definition().prop_map(Clause::Let),
        expression().prop_map(Clause::To),
        expression().prop_map(Clause::Holds),
    ];
    let kind = select(vec!["I", "II", "nim-2", "a-b"]).prop_map(|kind| here(kind.to_owned()));
    (
        kind,
        option::of(binder(expression())),
        option::of(text()),
        vec(clause, 1..4),
    )
        .prop_map(|(kind, family, caption, clauses)| MoveDecl {
            kind,
            family,
            caption,
            clauses,
        })
}

fn piles() -> impl Strategy<Value = PilesDecl> {
    let plain = name()
        .prop_map(|name| PileGroup { name, range: None })
        .boxed();
    let family = (name(), range(expression()))
        .prop_map(|(name, range)| PileGroup {
            name,
            range: Some(range),
        })
        .boxed();
    prop_oneof![
        vec(plain.clone(), 2..4).prop_map(|groups| PilesDecl {
            sorted: true,
            groups,
            placed: Vec::new()
        }),
        (
            vec(plain.clone(), 2..4),
            vec(prop_oneof![plain.clone(), family.clone()], 1..3)
        )
            .prop_map(|(groups, placed)| PilesDecl {
                sorted: true,
                groups,
                placed
            }),
        (family.clone(), plain.clone()).prop_map(|(group, placed)| PilesDecl {
            sorted: true,
            groups: vec![group],
            placed: vec![placed]
        }),
        family.clone().prop_map(|group| PilesDecl {
            sorted: true,
            groups: vec![group],
            placed: Vec::new()
        }),
        vec(prop_oneof![plain, family], 1..4).prop_map(|groups| PilesDecl {
            sorted: false,
            groups,
            placed: Vec::new()
        }),
    ]
}

fn item() -> impl Strategy<Value = Item> {
    let head = prop_oneof![word(), text()].prop_map(here);
    let column = (head, expression()).prop_map(|(head, term)| ColumnDecl { head, term });
    prop_oneof![
        text().prop_map(ItemKind::Source),
        piles().prop_map(ItemKind::Piles),
        expression().prop_map(ItemKind::Positions),
        expression().prop_map(ItemKind::Blocking),
        sets().prop_map(ItemKind::MisereP),
        expression().prop_map(ItemKind::MiserePWhen),
        (expression(), text())
            .prop_map(|(condition, message)| ItemKind::Require { condition, message }),
        (name(), expression()).prop_map(|(name, value)| ItemKind::Const { name, value }),
        definition().prop_map(ItemKind::Let),
        (name(), sets()).prop_map(|(name, set)| ItemKind::Set { name, set }),
        (name(), expression()).prop_map(|(name, system)| ItemKind::System { name, system }),
        (name(), text().prop_map(here), expression())
            .prop_map(|(name, file, system)| AutomatonDecl { name, file, system })
            .prop_map(ItemKind::Automaton),
        rule().prop_map(ItemKind::Move),
        expression().prop_map(ItemKind::Ends),
        sets().prop_map(ItemKind::PPositions),
        expression().prop_map(ItemKind::PWhen),
        (option::of(expression()), expression())
            .prop_map(|(condition, value)| ItemKind::NimValue { condition, value }),
        (text().prop_map(here), expression())
            .prop_map(|(name, sentence)| ItemKind::Theorem { name, sentence }),
        vec(column, 1..3).prop_map(ItemKind::Columns),
    ]
    .prop_map(|kind| Item {
        kind,
        span: Span::default(),
    })
}

fn game() -> impl Strategy<Value = GameFile> {
    let parameter = (name(), option::of(expression()))
        .prop_map(|(name, default)| ParameterDecl { name, default });
    let title = select(vec!["rat", "fat-rat", "a-2b-c", "nim-value"])
        .prop_map(|name| here(name.to_owned()));
    (
        title,
        option::of(text().prop_map(here)),
        vec(parameter, 0..3),
        vec(item(), 0..4),
    )
        .prop_map(|(name, title, parameters, items)| GameFile {
            name,
            title,
            parameters,
            items,
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_game_parses_to_itself(game in game()) {
        let printed = lang::print(&game);
        let parsed = lang::parse(&printed).unwrap_or_else(|faults| panic!("{printed}\n{faults}"));
        prop_assert_eq!(&parsed, &game, "{}", printed);
        prop_assert_eq!(lang::print(&parsed), printed);
    }

    #[test]
    fn a_game_in_the_signs_of_a_page_parses_to_itself(game in game()) {
        let printed = print_in(&game, Notation::Text);
        let parsed = lang::parse(&printed).unwrap_or_else(|faults| panic!("{printed}\n{faults}"));
        prop_assert_eq!(&parsed, &game, "{}", printed);
    }
}

#[test]
fn a_clause_may_begin_with_the_negation_of_every_place() {
    let text =
        "game g\npiles x\n\nmove a:\n    x' < x\n    not in every place of x in binary: x = 0\n";
    let parsed = lang::parse(text).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(lang::print(&parsed), text);
}
