//! Walking through all vectors that an instance of a plan allows, a row at a time.
//!
//! A row has all piles but the last one fixed; what is allowed of the last pile is a list of ranges. Where the
//! last pile does not depend on the one before it, or through their difference alone, and that one
//! is not bounded above, a whole strip of rows is handed over at once.

use std::cell::Cell;
use std::ops::Range;

use logic::watch::Watch;

use super::level::LoopLevel;
use super::plan::{HoleInstance, Instance, LoopPlan};
use logic::core::{Slot, ValueError};

/// Ranges of values of the last pile, both ends included.
pub(crate) type Pieces = [(i64, i64)];

/// What is done with the rows; generic, so that marking is inlined into the innermost loop. Answering `true` stops the walk.
pub(crate) trait RowVisitor {
    /// Whether strips are wanted.
    const STRIPS: bool;

    /// The row of the piles in `slots`.
    fn row(&mut self, slots: &[i64], pieces: &Pieces) -> bool;

    /// The row of the piles in `slots`, and all later ones that differ in the last but one pile only.
    ///
    /// If they slide, the ranges are larger by one in each next row.
    fn strip(&mut self, _slots: &[i64], _pieces: &Pieces, _slides: bool) -> bool {
        false
    }
}

/// Where the piles lie.
pub(crate) struct PileWalk<'a> {
    pub(super) watch: &'a dyn Watch,
    /// Values looked at since the watch was asked.
    ticks: Cell<u32>,
    /// The slots of the piles.
    unknown: Range<Slot>,
    /// For each pile the least and the greatest value.
    pub(crate) limits: Vec<(i64, i64)>,
    /// So many of the first piles are at least the one before them.
    sorted: usize,
    /// The greatest value of any pile.
    max: i64,
    memory: Memory,
}

/// Memory that a walk reuses.
#[derive(Clone, Debug, Default)]
struct Memory {
    pieces: Vec<(i64, i64)>,
    /// The holes that can still be met, level after level.
    alive: Vec<usize>,
    /// Holes with the values of the pile at hand with which they can be met, level after level.
    ranges: Vec<(usize, i64, i64)>,
}

/// A plan with its instance: what is walked through.
#[derive(Clone, Copy)]
struct PlanInstance<'a> {
    plan: &'a LoopPlan,
    instance: &'a Instance,
}

impl<'a> PlanInstance<'a> {
    fn hole(self, number: usize) -> (&'a LoopPlan, &'a HoleInstance) {
        let hole = &self.instance.holes[number];
        (&self.plan.holes[hole.hole], hole)
    }

    fn accepts(self, level: usize, slots: &mut [i64]) -> Result<bool, ValueError> {
        self.plan.levels[level].accepts(
            &self.instance.constants,
            slots,
            self.instance.resolved(level),
        )
    }
}

/// Values looked at between two questions to the watch.
const TICKS: u32 = 1 << 16;

impl<'a> PileWalk<'a> {
    /// A walk over these piles.
    pub(crate) fn new(unknown: Range<Slot>, sorted: usize, max: i64, watch: &'a dyn Watch) -> Self {
        let limits = vec![(0, max); unknown.len()];
        Self {
            watch,
            ticks: Cell::new(0),
            unknown,
            limits,
            sorted,
            max,
            memory: Memory::default(),
        }
    }

    /// Visits all rows from a level on, with the earlier piles in the slots; `true` if it was stopped.
    pub(crate) fn run<R: RowVisitor>(
        &mut self,
        plan: &LoopPlan,
        instance: &Instance,
        from: usize,
        slots: &mut [i64],
        rows: &mut R,
    ) -> Result<bool, ValueError> {
        for (slot, value) in &instance.values {
            slots[*slot] = *value;
        }
        let mut memory = std::mem::take(&mut self.memory);
        memory.alive.clear();
        memory.ranges.clear();
        let result = self.start(
            PlanInstance { plan, instance },
            from,
            slots,
            rows,
            &mut memory,
        );
        self.memory = memory;
        result
    }

    /// How an instance slides from the current value of the last but one pile on: the range of the last pile there,
    /// which may be empty.
    pub(crate) fn sliding_range(
        &self,
        plan: &LoopPlan,
        instance: &Instance,
        slots: &mut [i64],
    ) -> Result<Option<(i64, i64)>, ValueError> {
        let last = self.unknown.len() - 1;
        if !plan.slides(instance) {
            return Ok(None);
        }
        let other = self.unknown.end - 2;
        let limits = self.limits[last];
        let [still, moving] =
            plan.levels[last].split_range(&instance.constants, slots, other, limits)?;
        if moving.0 > moving.1 {
            return Ok(Some((1, 0)));
        }
        Ok((moving.0 >= still.0 && still.1 == self.max)
            .then_some((moving.0, moving.1.min(self.max))))
    }

    /// One more value is looked at.
    #[inline]
    fn tick(&self) -> Result<(), ValueError> {
        let ticks = self.ticks.get() + 1;
        self.ticks.set(ticks % TICKS);
        if ticks < TICKS {
            return Ok(());
        }
        self.watch.check().map_err(ValueError::Stopped)
    }

    fn start<R: RowVisitor>(
        &self,
        course: PlanInstance<'_>,
        from: usize,
        slots: &mut [i64],
        rows: &mut R,
        memory: &mut Memory,
    ) -> Result<bool, ValueError> {
        for level in 0..from {
            let (low, high) = self.range(
                &course.plan.levels[level],
                &course.instance.constants,
                level,
                slots,
            )?;
            let value = slots[self.unknown.start + level];
            if value < low || value > high || !course.accepts(level, slots)? {
                return Ok(false);
            }
        }
        for number in 0..course.instance.holes.len() {
            match self.still_alive(course, number, from, slots)? {
                Some(true) => memory.alive.push(number),
                Some(false) => return Ok(false),
                None => {}
            }
        }
        self.level(course, from, slots, rows, memory, 0)
    }

    /// Loops over the pile of a level. The holes that can still be met stand in `memory.alive[first..]`.
    fn level<R: RowVisitor>(
        &self,
        course: PlanInstance<'_>,
        level: usize,
        slots: &mut [i64],
        rows: &mut R,
        memory: &mut Memory,
        first: usize,
    ) -> Result<bool, ValueError> {
        let last = self.unknown.len() - 1;
        if level == last {
            self.pieces(course, slots, memory, first)?;
            return Ok(!memory.pieces.is_empty() && rows.row(slots, &memory.pieces));
        }
        let own = &course.plan.levels[level];
        let (low, high) = self.range(own, &course.instance.constants, level, slots)?;
        if low > high {
            return Ok(false);
        }
        let kept = memory.ranges.len();
        for index in first..memory.alive.len() {
            let number = memory.alive[index];
            let (shape, hole) = course.hole(number);
            enter(hole, slots);
            let (low, high) = self.range(&shape.levels[level], &hole.constants, level, slots)?;
            memory.ranges.push((number, low, high));
        }
        let stopped = self.values(course, level, (low, high), slots, rows, memory, kept);
        memory.ranges.truncate(kept);
        stopped
    }

    /// Goes through the values of a level, those where no hole matters together.
    #[allow(clippy::too_many_arguments)]
    fn values<R: RowVisitor>(
        &self,
        course: PlanInstance<'_>,
        level: usize,
        (low, high): (i64, i64),
        slots: &mut [i64],
        rows: &mut R,
        memory: &mut Memory,
        kept: usize,
    ) -> Result<bool, ValueError> {
        let slot = self.unknown.start + level;
        let regular = level + 2 == self.unknown.len()
            && !course.plan.levels[level].has_filters(course.instance.resolved(level));
        let matters = |number: usize| course.hole(number).0.uses(level);
        let first = memory.alive.len();
        let mut value = low;
        while value <= high {
            slots[slot] = value;
            if regular {
                let mut end = high;
                for (number, start, stop) in &memory.ranges[kept..] {
                    if value <= *stop && matters(*number) {
                        end = end.min((*start - 1).max(value - 1));
                    }
                }
                if end >= value {
                    let lasting = memory.ranges[kept..]
                        .iter()
                        .map(|(number, ..)| *number)
                        .filter(|number| !matters(*number));
                    memory.alive.extend(lasting);
                    let stopped =
                        self.regular_rows(course, (value, end), slots, rows, memory, first);
                    memory.alive.truncate(first);
                    if stopped? {
                        return Ok(true);
                    }
                    value = end + 1;
                    continue;
                }
            }
            self.tick()?;
            if course.accepts(level, slots)? {
                let excluded = self.survivors(course, level, value, slots, memory, kept)?;
                if !excluded && self.level(course, level + 1, slots, rows, memory, first)? {
                    return Ok(true);
                }
                memory.alive.truncate(first);
            }
            value += 1;
        }
        Ok(false)
    }

    /// Rows in which all holes that can be met do not depend on the last but one pile.
    fn regular_rows<R: RowVisitor>(
        &self,
        course: PlanInstance<'_>,
        (low, high): (i64, i64),
        slots: &mut [i64],
        rows: &mut R,
        memory: &mut Memory,
        first: usize,
    ) -> Result<bool, ValueError> {
        let level = self.unknown.len() - 2;
        let slot = self.unknown.start + level;
        if course.plan.is_free(course.instance, level) {
            self.pieces(course, slots, memory, first)?;
            return Ok(!memory.pieces.is_empty()
                && self.same_rows((low, high), slot, slots, rows, &memory.pieces));
        }
        let may_slide = R::STRIPS
            && high == self.max
            && memory.alive.len() == first
            && course.plan.slides(course.instance);
        for value in low..=high {
            self.tick()?;
            slots[slot] = value;
            if may_slide
                && let Some(range) = self.sliding_range(course.plan, course.instance, slots)?
            {
                return Ok(range.0 <= range.1 && rows.strip(slots, &[range], true));
            }
            self.pieces(course, slots, memory, first)?;
            if !memory.pieces.is_empty() && rows.row(slots, &memory.pieces) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same ranges for all values of the last but one pile.
    fn same_rows<R: RowVisitor>(
        &self,
        (low, high): (i64, i64),
        slot: Slot,
        slots: &mut [i64],
        rows: &mut R,
        pieces: &Pieces,
    ) -> bool {
        slots[slot] = low;
        if R::STRIPS && high == self.max {
            return rows.strip(slots, pieces, false);
        }
        (low..=high).any(|value| {
            slots[slot] = value;
            rows.row(slots, pieces)
        })
    }

    /// The holes that can still be met with this value are put behind `memory.alive`; `true` if one is met.
    fn survivors(
        &self,
        course: PlanInstance<'_>,
        level: usize,
        value: i64,
        slots: &mut [i64],
        memory: &mut Memory,
        kept: usize,
    ) -> Result<bool, ValueError> {
        for index in kept..memory.ranges.len() {
            let (number, low, high) = memory.ranges[index];
            if value < low || value > high {
                continue;
            }
            let (shape, hole) = course.hole(number);
            enter(hole, slots);
            if shape.levels[level].accepts(&hole.constants, slots, false)? {
                if shape.ends_by(level) {
                    return Ok(true);
                }
                memory.alive.push(number);
            }
        }
        Ok(false)
    }

    /// What is allowed of the last pile.
    fn pieces(
        &self,
        course: PlanInstance<'_>,
        slots: &mut [i64],
        memory: &mut Memory,
        first: usize,
    ) -> Result<(), ValueError> {
        memory.pieces.clear();
        let last = self.unknown.len() - 1;
        let own = &course.plan.levels[last];
        let (low, high) = self.range(own, &course.instance.constants, last, slots)?;
        if low > high {
            return Ok(());
        }
        if memory.alive.len() == first && !own.has_filters(course.instance.resolved(last)) {
            memory.pieces.push((low, high));
            return Ok(());
        }
        let kept = memory.ranges.len();
        for index in first..memory.alive.len() {
            let number = memory.alive[index];
            let (shape, hole) = course.hole(number);
            enter(hole, slots);
            let (start, end) = self.range(&shape.levels[last], &hole.constants, last, slots)?;
            if start <= end {
                memory.ranges.push((number, start, end));
            }
        }
        let done = self.tested_pieces(course, (low, high), slots, memory, kept);
        memory.ranges.truncate(kept);
        done
    }

    fn tested_pieces(
        &self,
        course: PlanInstance<'_>,
        (low, high): (i64, i64),
        slots: &mut [i64],
        memory: &mut Memory,
        kept: usize,
    ) -> Result<(), ValueError> {
        let last = self.unknown.len() - 1;
        let filtered = course.plan.levels[last].has_filters(course.instance.resolved(last));
        let slot = self.unknown.start + last;
        let mut value = low;
        while value <= high {
            // Without filters, the values up to the next hole are allowed.
            if !filtered {
                let mut free = high;
                for (_, start, end) in &memory.ranges[kept..] {
                    if value <= *end {
                        free = free.min((*start - 1).max(value - 1));
                    }
                }
                if free >= value {
                    extend(&mut memory.pieces, value, free);
                    value = free + 1;
                    continue;
                }
            }
            self.tick()?;
            slots[slot] = value;
            let mut allowed = course.accepts(last, slots)?;
            for index in kept..memory.ranges.len() {
                let (number, start, end) = memory.ranges[index];
                if allowed && (start..=end).contains(&value) {
                    let (shape, hole) = course.hole(number);
                    enter(hole, slots);
                    allowed = !shape.levels[last].accepts(&hole.constants, slots, false)?;
                }
            }
            if allowed {
                extend(&mut memory.pieces, value, value);
            }
            value += 1;
        }
        Ok(())
    }

    /// Whether the hole can still be met after the fixed levels; `Some(false)` if it is met already.
    fn still_alive(
        &self,
        course: PlanInstance<'_>,
        number: usize,
        fixed: usize,
        slots: &mut [i64],
    ) -> Result<Option<bool>, ValueError> {
        let (shape, hole) = course.hole(number);
        enter(hole, slots);
        for level in 0..fixed {
            let (low, high) = self.range(&shape.levels[level], &hole.constants, level, slots)?;
            let value = slots[self.unknown.start + level];
            if value < low
                || value > high
                || !shape.levels[level].accepts(&hole.constants, slots, false)?
            {
                return Ok(None);
            }
        }
        Ok(Some(fixed == 0 || !shape.ends_by(fixed - 1)))
    }

    #[inline]
    fn range(
        &self,
        level: &LoopLevel,
        constants: &[i64],
        number: usize,
        slots: &mut [i64],
    ) -> Result<(i64, i64), ValueError> {
        let (mut low, high) = self.limits[number];
        if 0 < number && number < self.sorted {
            low = low.max(slots[self.unknown.start + number - 1]);
        }
        level.range(constants, slots, low, high)
    }
}

fn enter(hole: &HoleInstance, slots: &mut [i64]) {
    for (slot, value) in &hole.values {
        slots[*slot] = *value;
    }
}

fn extend(pieces: &mut Vec<(i64, i64)>, low: i64, high: i64) {
    match pieces.last_mut() {
        Some(last) if last.1 + 1 == low => last.1 = high,
        _ => pieces.push((low, high)),
    }
}
