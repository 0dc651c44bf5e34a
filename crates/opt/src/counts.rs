//! Which rewrites there are, and how often each was made. A pass calls [`hit`] where it makes one; the runner
//! of the list collects what one function took. Knows nothing of what the rewrites do.

use std::cell::Cell;

macro_rules! rewrites {
    ($($variant:ident $name:literal $doc:literal)*) => {
        /// One way in which a pass changes code.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Rewrite { $( #[doc = $doc] $variant, )* }

        impl Rewrite {
            /// All rewrites, in the order of their table.
            pub const ALL: &'static [Rewrite] = &[ $( Rewrite::$variant, )* ];

            /// The pass, a dot, and what it does.
            pub fn name(self) -> &'static str {
                match self { $( Rewrite::$variant => $name, )* }
            }

            /// What it does, in one line.
            pub fn doc(self) -> &'static str {
                match self { $( Rewrite::$variant => $doc, )* }
            }
        }
    };
}

rewrites! {
    InlineCall "inline.call" "a call becomes the body of the function"
    InlineSelf "inline.self" "a call of the function itself becomes its body, once"
    InlineTailCall "inline.tail_call" "a tail call of an inlined function becomes a call of the caller's"
    InlineSlot "inline.slot" "a frame slot of an inlined function becomes one of the caller's, cleared"

    FoldConstant "fold.constant" "an op on constants becomes its result"
    FoldConstantLast "fold.constant-last" "a constant operand goes last"
    FoldMulZero "fold.mul-zero" "x * 0 is 0"
    FoldAddZero "fold.add-zero" "x + 0 and x - 0 are x"
    FoldMulOne "fold.mul-one" "x * 1 is x"
    FoldMulMinusOne "fold.mul-minus-one" "x * -1 is -x"
    FoldSubSelf "fold.sub-self" "x - x is 0"
    FoldZeroMinus "fold.zero-minus" "0 - x is -x"
    FoldSumTwice "fold.sum-twice" "two constants that are added are one"
    FoldSumCancels "fold.sum-cancels" "what is added to a sum and taken off again"
    FoldFloatConstantLast "fold.float-constant-last" "a constant operand of a sum or product of floats goes last"
    FoldDouble "fold.double" "x * 2.0 is x + x"
    FoldXorSelf "fold.xor-self" "x ^ x is 0"
    FoldAndOrSelf "fold.and-or-self" "x & x and x | x are x"
    FoldAndZero "fold.and-zero" "x & 0 is 0"
    FoldOrXorZero "fold.or-xor-zero" "x | 0 and x ^ 0 are x"
    FoldAndOnes "fold.and-ones" "x & -1 is x"
    FoldOrOnes "fold.or-ones" "x | -1 is -1"
    FoldXorOnes "fold.xor-ones" "x ^ -1 is !x"
    FoldNegated "fold.negated" "the opposite of a comparison is the opposite comparison"
    FoldTwice "fold.twice" "-(-x) and !(!x) are x"
    FoldRemOne "fold.rem-one" "x % 1 and x % -1 are 0"
    FoldDivOne "fold.div-one" "x / 1 is x"
    FoldDivMinusOne "fold.div-minus-one" "x / -1 is -x"
    FoldDivExact "fold.div-exact" "a division by a power of two that leaves nothing is a shift"
    FoldRemExact "fold.rem-exact" "what a division leaves that leaves nothing is 0"
    FoldShiftZero "fold.shift-zero" "a shift by 0 is its operand"
    FoldShiftPast "fold.shift-past" "a shift by the width or more is 0"
    FoldShiftOfZero "fold.shift-of-zero" "0 shifted is 0"
    FoldNoOverflow "fold.no-overflow" "x + 0, x - 0, x - x, x * 0 and x * 1 do not overflow"
    FoldEqualSelf "fold.equal-self" "x == x and x != x are known"
    FoldBoolNotZero "fold.bool-not-zero" "b != 0 is b"
    FoldOrderSelf "fold.order-self" "x < x and its kin are known"
    FoldUnsignedZero "fold.unsigned-zero" "no unsigned number is below 0"
    FoldTruncExtended "fold.trunc-extended" "cutting off what an extension added"
    FoldExtendTwice "fold.extend-twice" "an extension of an extension, a cut of a cut"
    FoldBitcast "fold.bitcast" "a cast to the same type, and there and back"
    FoldSelectKnown "fold.select-known" "a choice with a known condition, or between equals"
    FoldSelectBool "fold.select-bool" "a choice between 1 and 0 is its condition"
    FoldElemConstant "fold.elem-constant" "the address of an element with a constant index is that of a field"
    FoldFieldZero "fold.field-zero" "the field at offset 0 is at its object's address"
    FoldLoadData "fold.load-data" "a load from read-only data is a constant"
    FoldOffset "fold.offset" "the offset of a field moves into what uses its address"
    FoldOffsetStatic "fold.offset-static" "the offset of a field moves into the address of a global or of data"
    FoldMethod "fold.method" "the method of a known type is a constant"
    FoldByName "fold.by-name" "a call by a known number is a call by name"
    FoldNilCheck "fold.nil-check" "what was allocated here, or is inside an object, is not nil"
    FoldBounds "fold.bounds" "a constant index below a constant length is in bounds"
    FoldTrapIf "fold.trap-if" "a trap on a constant 0 is none"
    FoldDynToInt "fold.dyn-to-int" "untagging what was tagged"
    FoldDynIsInt "fold.dyn-is-int" "what was tagged as an integer is one"
    FoldDynInts "fold.dyn-ints" "of two words of which one was tagged as an integer, only the other is asked for"
    FoldDynKnown "fold.dyn_known" "arithmetic or a comparison of words that are known integers"
    FoldBranch "fold.branch" "a branch or guard on a constant is a jump"
    FoldSwitch "fold.switch" "a switch on a constant is a jump"
    FoldBranchOnBool "fold.branch-on-bool" "a branch on b == 0 or b != 0 is a branch on b"

    CleanThread "clean.thread" "an edge into an empty block goes where that one goes"
    CleanSameTargets "clean.same-targets" "a branch with equal targets is a jump"
    CleanParams "clean.params" "a function loses parameters that always get the same value"
    CleanReturn "clean.return" "an end that hot and cold code share is copied for the cold"
    CleanMerge "clean.merge" "a block joins its only predecessor"

    GvnCheap "gvn.cheap" "a constant or fixed address again in the same block"
    GvnValue "gvn.value" "a value that was computed on every way here"
    GvnCheck "gvn.check" "a check that was passed on every way here"
    GvnLoad "gvn.load" "a load of what was loaded or stored on every way here"

    DevirtualiseCall "devirtualise.call" "a call by number is a call by name"
    DevirtualiseChoice "devirtualise.choice" "a call of a method that few types have is a choice between calls by name"

    UnrollFull "unroll.full" "a loop of a known number of iterations becomes its iterations"
    UnrollValue "unroll.value" "a value of such a loop that is used after it is passed there from each iteration"

    PollsNear "polls.near" "a poll that comes soon after another goes"

    ScalarsObject "scalars.object" "an object becomes the values in it"
    ScalarsSlot "scalars.slot" "a frame slot becomes the values in it"
    ScalarsJoin "scalars.join" "a place of such an object becomes a parameter where ways join"
    ScalarsNull "scalars.null" "such an object is compared with null"

    FramesObject "frames.object" "a non-escaping object is stack-allocated"

    BytesLoad "bytes.load" "bytes of a number are loaded as a word"
    BytesStore "bytes.store" "bytes of a number are stored as a word"

    StringsWords "strings.words" "a string is compared with a short constant by words"

    ThreadEdge "thread.edge" "an edge that decides a branch goes where that branch goes"
    FloatsFirst "kinds.floats" "words are asked whether they are floats before whether they are integers"
    VersionLoop "versions.loop" "a loop gets a copy in which words are integers"
    VersionBody "versions.body" "a function gets a copy in which results of arithmetic are integers"
    VersionStep "versions.step" "a loop asks before its iterations whether its counter's steps fit"
    VersionRotate "versions.rotate" "a loop's test moves to the end of its iterations"
    VersionAnswer "versions.answer" "a branch on a question about words that are integers is a jump"

    RangesAssumed "ranges.assumed" "an assumption that has served"
    RangesBounds "ranges.bounds" "an index that is in bounds"
    RangesNilCheck "ranges.nil-check" "a pointer that is not nil"
    RangesTrapIf "ranges.trap-if" "a condition that never holds"
    RangesCompare "ranges.compare" "a comparison that always has one result"
    RangesBranch "ranges.branch" "a branch that always goes one way"
    RangesUnsigned "ranges.unsigned" "a division of what is never negative is unsigned"

    LicmValue "licm.value" "a value that does not change is computed before the loop"
    LicmLoad "licm.load" "a load of what the loop does not write is done before it"

    PromotePlace "promote.place" "a place that a loop reads and writes is loaded before it and stored after it"
    PromoteForward "promote.forward" "a place that a loop reads and writes is only written"
    PromoteLoad "promote.load" "a place that a loop reads after a check is loaded before it"
    PromoteGuard "promote.guard" "checks of the loop are made before it"

    StrengthProduct "strength.product" "a loop carries the product of a remainder instead of the remainder"

    PipelineValue "pipeline.value" "a value that the next iteration of a loop decides by is computed in this one"

    LookupsThere "lookups.there" "an assignment to a key that was found uses its place"
    LookupsPerhaps "lookups.perhaps" "an assignment to a key that was looked up makes a place only where there was none"

    IdiomsFill "idioms.fill" "a loop stores one value in a row of elements: many at a time"
    IdiomsFind "idioms.find" "a loop looks for a byte: many at a time"
    IdiomsSkip "idioms.skip" "a loop looks for what is not that byte: many at a time"
    IdiomsTranslate "idioms.translate" "a loop stores what a table has for each byte: many at a time"

    ChargesJoin "charges.join" "a charge is taken together with another"
    ChargesCarry "charges.carry" "a region of code is paid for before or after it"

    DceParam "dce.param" "a block loses a parameter that is not read"
    DceInst "dce.inst" "an op whose results are not read is removed"
    DceSlot "dce.slot" "a frame slot that is not addressed is removed"
}

/// How many rewrites there are.
const COUNT: usize = Rewrite::ALL.len();

thread_local! {
    /// What this thread has done and has not been collected yet.
    static HITS: [Cell<u64>; COUNT] = const { [const { Cell::new(0) }; COUNT] };
}

/// A rewrite was made.
pub fn hit(rewrite: Rewrite) {
    hits(rewrite, 1);
}

/// A rewrite was made several times.
pub fn hits(rewrite: Rewrite, times: u64) {
    HITS.with(|all| {
        let cell = &all[rewrite as usize];
        cell.set(cell.get() + times);
    });
}

/// How often each rewrite was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts([u64; COUNT]);

impl Default for Counts {
    fn default() -> Counts {
        Counts([0; COUNT])
    }
}

impl Counts {
    /// Forgets what this thread has counted so far.
    pub(crate) fn start() {
        HITS.with(|all| all.iter().for_each(|cell| cell.set(0)));
    }

    /// Adds what this thread has counted since [`Counts::start`].
    pub(crate) fn collect(&mut self) {
        HITS.with(|all| self.0.iter_mut().zip(all).for_each(|(sum, cell)| *sum += cell.take()));
    }

    pub fn add(&mut self, other: &Counts) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, n)| *sum += n);
    }

    pub fn of(&self, rewrite: Rewrite) -> u64 {
        self.0[rewrite as usize]
    }

    /// Each rewrite with its count, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (Rewrite, u64)> {
        Rewrite::ALL.iter().copied().zip(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PASSES;

    #[test]
    fn names_begin_with_their_pass_and_are_distinct() {
        let mut names: Vec<&str> = Rewrite::ALL.iter().map(|r| r.name()).collect();
        for name in &names {
            let pass = name.split('.').next().unwrap();
            assert!(PASSES.iter().any(|p| p.name == pass), "{name}: there is no pass {pass}");
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COUNT);
    }

    #[test]
    fn what_is_counted_is_collected_once() {
        Counts::start();
        hit(Rewrite::GvnLoad);
        hits(Rewrite::GvnLoad, 2);
        let mut counts = Counts::default();
        counts.collect();
        counts.collect();
        assert_eq!(counts.of(Rewrite::GvnLoad), 3);
        assert_eq!(counts.iter().map(|(_, n)| n).sum::<u64>(), 3);
    }
}
