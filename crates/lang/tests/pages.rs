//! Pages of rules: LaTeX that compiles, HTML whose tags are closed, for the catalogue and for hostile titles.
#![allow(clippy::unwrap_used)]

#[path = "common/latex.rs"]
mod latex;

use lang::Notation;
use lang::print::{Remarks, native_page, page};
use strategies::catalog::{GAMES, RulesSource};

fn remarks() -> Remarks {
    Remarks {
        parameters: vec![
            ("beta_0".into(), "{1, 2}".into()),
            ("set".into(), "#1".into()),
        ],
        p_positions: "theorem".into(),
        misere_p_positions: "theorem".into(),
        nim_values: "theorem".into(),
    }
}

fn check(game: &lang::ast::GameFile) {
    latex::assert_compiles(&page(game, &remarks(), Notation::Latex));
    sound_html(&page(game, &remarks(), Notation::Html));
}

fn sound_html(html: &str) {
    assert!(html.is_ascii(), "{html}");
    let tags = [
        "i", "sub", "sup", "p", "dl", "dt", "dd", "h1", "h2", "article",
    ];
    for tag in tags {
        let count = |what: String| html.matches(&what).count();
        assert_eq!(
            count(format!("<{tag}>")),
            count(format!("</{tag}>")),
            "{tag} in {html}"
        );
    }
}

#[test]
fn every_game_makes_a_sound_page() {
    for entry in GAMES {
        match entry.rules {
            RulesSource::Text(text) => check(&lang::parse(text).unwrap()),
            RulesSource::Native(native) => {
                latex::assert_compiles(&native_page(native, Notation::Latex));
                sound_html(&native_page(native, Notation::Html));
            }
        }
    }
}

/// The values of parameters read well where they stand in words.
#[test]
fn values_stand_in_captions_and_in_names_of_kinds() {
    for (name, parameters, said) in [
        (
            "moore",
            "k=1",
            "any positive numbers from up to 1 of the piles",
        ),
        ("cyclic-nimhoff", "h=1", "in all less than 1"),
        ("heap", "s=1 t=3", "with s = 1 and t = 3: k > 0"),
        ("fat-rat", "m=4", "II_t, t = 2, …, 4 "),
        ("fat-rat", "m=2", "II_t, t = 2 "),
        (
            "blocking-wythoff",
            "K=2",
            "may forbid up to 2 of the options",
        ),
        (
            "any-blocking-wythoff",
            "K=1",
            "may forbid up to 1 of the options",
        ),
    ] {
        let entry = GAMES.iter().find(|entry| entry.name == name).unwrap();
        let RulesSource::Text(text) = entry.rules else {
            panic!("{name} is no text");
        };
        let pairs = parameters
            .split(' ')
            .map(|pair| pair.split_once('=').unwrap());
        let remarks = Remarks {
            parameters: pairs
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
            ..remarks()
        };
        let page = page(&lang::parse(text).unwrap(), &remarks, Notation::Text);
        assert!(page.contains(said), "{page}");
    }
}

#[test]
fn titles_may_hold_anything() {
    let hostile = r"\end{document} $x_1^2$ {}}{ #1 50% a&b ~ ^^M [x] ]\\[ <|> ÀŁħ 中 ∑≤φ²₁ “–” ";
    let quoted = hostile.replace('\\', "\\\\");
    let text = format!(
        "game g \"{quoted}\" (beta = 2)
source \"{quoted}\"
require beta > 1 \"{quoted}\"
piles x_1[1..3] sorted
let a__b_(n) = sqrt(n)^2 + root(n, n + 1) + cbrt(n)*x_1[n]^n
let c_1 iff sum_ = xor i in 1..3: x_1[i]'
move k for t in 2..3 \"{quoted}\":
    if ceil(x_1[t]) = min(1, 2) and not at least 2 of x_1 change
    to (x_1[i] for i in 1..3)
P when (sum i in 1..3: x_1[i]) in {{1, 2}} iff exists s, t > 0: s != |t|
nim-value if (true) = if false then 3.5 else x_1[1] div 2
theorem \"{quoted}\": forall n: n in {{ (2*m, m mod 7) | m >= 0 }} implies n > 0
columns \"{quoted}\" = x_1[1]
"
    );
    check(&lang::parse(&text).unwrap_or_else(|faults| panic!("{faults}")));
}

#[test]
fn the_strict_reader_is_strict() {
    for wrong in [
        "$x",
        "{x",
        "x}",
        "x_1",
        "$x_1$",
        "$x_{1}_{2}$",
        "50%",
        "a & b",
        "\\unknown",
        "\\item[x",
        "\\sqrt{2}",
        "$$x$$",
        "\\begin{description}",
        "$\\le",
        "中",
        "\\section*x",
        "a < b",
    ] {
        assert!(latex::fault(wrong).is_some(), "{wrong}");
    }
    latex::assert_compiles("\\item[{a [b]}] $x_{1}^{2}' \\le \\sqrt[{3}]{x}$ \\{ é");
}
