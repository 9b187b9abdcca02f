//! Random terms and formulas against an interpreter of the syntax tree that shares nothing with the lowering.
#![allow(clippy::unwrap_used)]

use lang::ast::{AddOp, DivisionOp, Expr, ExprKind, MulOp, Quantifier};
use lang::span::{Span, Spanned};
use logic::Variable;
use logic::evaluate::{Assignment, holds};
use numeration::natural::Integer;
use proptest::prelude::*;

/// The value of a tree in integers, straight from its definition.
fn plain(expr: &Expr, x: i128, y: i128, bound: &mut Vec<i128>) -> i128 {
    let mut at = |expr: &Expr| plain(expr, x, y, bound);
    match &expr.kind {
        ExprKind::Number(value) => i128::try_from(value).unwrap(),
        ExprKind::Name(name) => match name.as_str() {
            "x" => x,
            "y" => y,
            other => bound[other[1..].parse::<usize>().unwrap()],
        },
        ExprKind::Sum(parts) => parts
            .iter()
            .map(|(sign, part)| {
                if *sign == AddOp::Plus {
                    at(part)
                } else {
                    -at(part)
                }
            })
            .sum(),
        ExprKind::Product(first, rest) => rest
            .iter()
            .fold(at(first), |product, (_, factor)| product * at(factor)),
        ExprKind::Division(DivisionOp::Mod, left, right) => at(left).rem_euclid(at(right)),
        ExprKind::Division(DivisionOp::Div, left, right) => at(left).div_euclid(at(right)),
        ExprKind::Absolute(inner) => at(inner).abs(),
        ExprKind::Choice(condition, yes, no) => {
            let (yes, no) = (at(yes), at(no));
            if truth(condition, x, y, bound) {
                yes
            } else {
                no
            }
        }
        ExprKind::Call { name, arguments } => match (name.value.as_str(), &arguments[0].kind) {
            ("min", _) => arguments.iter().map(at).min().unwrap(),
            ("max", _) => arguments.iter().map(at).max().unwrap(),
            // floor(t/k)
            (_, ExprKind::Product(top, rest)) => at(top).div_euclid(at(&rest[0].1)),
            other => unreachable!("{other:?}"),
        },
        other => unreachable!("{other:?}"),
    }
}

fn truth(expr: &Expr, x: i128, y: i128, bound: &mut Vec<i128>) -> bool {
    match &expr.kind {
        ExprKind::Truth(value) => *value,
        ExprKind::Compare(first, links) => {
            let mut left = plain(first, x, y, bound);
            let mut all = true;
            for (comparison, right) in links {
                let right = plain(right, x, y, bound);
                all &= comparison.holds(&left, &right);
                left = right;
            }
            all
        }
        ExprKind::Not(inner) => !truth(inner, x, y, bound),
        ExprKind::And(parts) => parts.iter().all(|part| truth(part, x, y, bound)),
        ExprKind::Or(parts) => parts.iter().any(|part| truth(part, x, y, bound)),
        ExprKind::Implies(left, right) => !truth(left, x, y, bound) || truth(right, x, y, bound),
        ExprKind::Iff(left, right) => truth(left, x, y, bound) == truth(right, x, y, bound),
        ExprKind::Quantified {
            quantifier,
            bound: Some((_, most)),
            body,
            ..
        } => {
            let most = plain(most, x, y, bound);
            let mut check = |value| {
                bound.push(value);
                let holds = truth(body, x, y, bound);
                bound.pop();
                holds
            };
            match quantifier {
                Quantifier::Exists => (0..=most).any(&mut check),
                Quantifier::Forall => (0..=most).all(&mut check),
            }
        }
        other => unreachable!("{other:?}"),
    }
}

fn make(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::default())
}

fn number(value: u32) -> Expr {
    make(ExprKind::Number(value.into()))
}

/// A random tree that is a term, with `depth` levels left and `bound` variables around it.
fn term_tree(random: &mut impl FnMut(u32) -> u32, depth: u32, bound: u32) -> Expr {
    let choice = if depth == 0 { random(3) } else { random(10) };
    let inner = |random: &mut _| term_tree(random, depth - 1, bound);
    make(match choice {
        0 => ExprKind::Number(random(9).into()),
        1 => ExprKind::Name(if random(2) == 0 { "x" } else { "y" }.to_owned()),
        2 if bound > 0 => ExprKind::Name(format!("v{}", random(bound))),
        2 => ExprKind::Name("x".to_owned()),
        3 => ExprKind::Sum(
            (0..2 + random(2))
                .map(|_| {
                    (
                        if random(2) == 0 {
                            AddOp::Plus
                        } else {
                            AddOp::Minus
                        },
                        inner(random),
                    )
                })
                .collect(),
        ),
        4 => ExprKind::Product(
            Box::new(number(random(4))),
            vec![(MulOp::Times, inner(random))],
        ),
        5 => ExprKind::Division(
            DivisionOp::Mod,
            Box::new(inner(random)),
            Box::new(number(1 + random(5))),
        ),
        6 => ExprKind::Division(
            DivisionOp::Div,
            Box::new(inner(random)),
            Box::new(number(1 + random(5))),
        ),
        7 => ExprKind::Absolute(Box::new(inner(random))),
        8 => {
            let name = if random(2) == 0 { "min" } else { "max" };
            let arguments = (0..1 + random(3)).map(|_| inner(random)).collect();
            ExprKind::Call {
                name: Spanned::new(name.to_owned(), Span::default()),
                arguments,
            }
        }
        _ if random(2) == 0 => {
            let quotient = ExprKind::Product(
                Box::new(inner(random)),
                vec![(MulOp::Over, number(1 + random(5)))],
            );
            ExprKind::Call {
                name: Spanned::new("floor".to_owned(), Span::default()),
                arguments: vec![make(quotient)],
            }
        }
        _ => {
            let condition = formula_tree(random, depth - 1, bound);
            ExprKind::Choice(
                Box::new(condition),
                Box::new(inner(random)),
                Box::new(inner(random)),
            )
        }
    })
}

fn formula_tree(random: &mut impl FnMut(u32) -> u32, depth: u32, bound: u32) -> Expr {
    use logic::Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    let choice = if depth == 0 { random(3) } else { random(9) };
    let inner = |random: &mut _| Box::new(formula_tree(random, depth - 1, bound));
    make(match choice {
        0..=2 => {
            let links = (0..1 + random(2)).map(|_| {
                let comparison = [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual]
                    [random(6) as usize];
                (comparison, term_tree(random, depth.min(2), bound))
            });
            let links = links.collect();
            ExprKind::Compare(Box::new(term_tree(random, depth.min(2), bound)), links)
        }
        3 => ExprKind::Not(inner(random)),
        4 => ExprKind::And((0..2).map(|_| *inner(random)).collect()),
        5 => ExprKind::Or((0..2).map(|_| *inner(random)).collect()),
        6 => ExprKind::Implies(inner(random), inner(random)),
        7 => ExprKind::Iff(inner(random), inner(random)),
        _ => ExprKind::Quantified {
            quantifier: if random(2) == 0 {
                Quantifier::Exists
            } else {
                Quantifier::Forall
            },
            variables: vec![Spanned::new(format!("v{bound}"), Span::default())],
            bound: Some((LessOrEqual, Box::new(number(random(6))))),
            body: Box::new(formula_tree(random, depth - 1, bound + 1)),
        },
    })
}

/// The text of a tree, through the printer.
fn text_of(formula: Expr) -> String {
    let mut game = lang::parse("game g\npiles x, y\nmove I: x' < x").unwrap();
    game.items.push(lang::ast::Item {
        kind: lang::ast::ItemKind::Ends(formula),
        span: Span::default(),
    });
    lang::print(&game)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn random_formulas_mean_what_they_say(seed in any::<u64>()) {
        let mut state = seed | 1;
        let mut random = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % u64::from(below.max(1))) as u32
        };
        let formula = formula_tree(&mut random, 4, 0);
        let text = text_of(formula.clone());
        let spec = lang::load(&text, "test.game", &[]).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
        let ends = spec.ends.unwrap();
        for (x, y) in [(0, 0), (1, 0), (2, 5), (7, 3), (6, 6)] {
            let expected = truth(&formula, x.into(), y.into(), &mut Vec::new());
            let mut known = Assignment::new();
            known.set(&Variable::new(0, "x"), Integer::from(x));
            known.set(&Variable::new(1, "y"), Integer::from(y));
            prop_assert_eq!(holds(&ends, &known), Ok(expected), "{} at ({}, {})", text, x, y);
        }
    }
}
