//! The names of the systems in which automata read numbers.

use numeration::named::{NamedSystem, SystemForm};
use numeration::natural::Natural;
use numeration::ostrowski::Side;
use numeration::real::Real;
use numeration::surd::SmallSurd;

use super::system::System;

impl System {
    /// The system as the rules language names it: its digits are those that the automata read, place by place. Nothing if it
    /// has no name.
    pub fn named(&self) -> Option<NamedSystem> {
        let named = NamedSystem::new(self.form()?).ok()?;
        let same = Self::of_digits(&named).ok()? == self.clone().reading_digits();
        same.then_some(named)
    }

    fn form(&self) -> Option<SystemForm> {
        if let Some(recurrent) = &self.recurrent {
            return Some(recurrent.0.clone());
        }
        if let Some(base) = self.as_base() {
            return Some(SystemForm::Base(Natural::try_from(base).ok()?));
        }
        if self.quotients() == [1] {
            return Some(SystemForm::Zeckendorf);
        }
        let alpha = real(self.alpha()?)?;
        if !self.drops_last() {
            return Some(SystemForm::Ostrowski(alpha, Side::Q));
        }
        // Without the place of q₀ = q₁ = 1 these are the numerators of 1/(α − a₀) = [1; a₂, …].
        let fraction = alpha.sub(&Real::from(self.whole())).ok()?;
        let next = Real::from(1).div(&fraction).ok()?;
        Some(SystemForm::Ostrowski(next, Side::P))
    }
}

fn real(surd: SmallSurd) -> Option<Real> {
    let root = Real::from(surd.d).sqrt().ok()?;
    let sum = root.mul(&Real::from(surd.root)).ok()?;
    let sum = sum.add(&Real::from(surd.rational)).ok()?;
    sum.div(&Real::from(surd.divisor)).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_digits_under_the_name_are_those_of_the_automata() {
        let roots = (2i64..60).filter(|d| (2..8).all(|k| d % (k * k) != 0));
        let systems = roots.filter_map(|d| System::quadratic(d).ok());
        let two = [System::binary(), System::base(10)];
        let mut dropping = 0;
        for system in systems.chain(two) {
            let named = system.named();
            let named = named.unwrap_or_else(|| panic!("{:?} has no name", system.quotients()));
            dropping += usize::from(system.drops_last());
            for number in 0..300u32 {
                let digits = system.writer().digits(&Natural::from(number));
                let digits = digits.into_iter().map(u64::from).skip_while(|d| *d == 0);
                let own = named.digits_of_word(u64::from(number)).unwrap();
                let own = own.into_iter().skip_while(|d| *d == 0);
                assert!(digits.eq(own), "{named} at {number}");
            }
        }
        assert!(dropping > 5);
    }
}
