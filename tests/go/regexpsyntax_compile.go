// Simplified trees and programs of regular expressions, and what programs are asked.
package main

import (
	"fmt"
	"regexp/syntax"
)

func match(p *syntax.Prog, text []rune) bool {
	// All places at once, in no order of preference.
	context := func(i int) (before, after rune) {
		before, after = -1, -1
		if i > 0 {
			before = text[i-1]
		}
		if i < len(text) {
			after = text[i]
		}
		return before, after
	}
	here := map[uint32]bool{}
	var add func(pc uint32, i int, set map[uint32]bool) bool
	add = func(pc uint32, i int, set map[uint32]bool) bool {
		if set[pc] {
			return false
		}
		set[pc] = true
		switch inst := &p.Inst[pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			return add(inst.Out, i, set) || add(inst.Arg, i, set)
		case syntax.InstCapture, syntax.InstNop:
			return add(inst.Out, i, set)
		case syntax.InstEmptyWidth:
			before, after := context(i)
			holds := inst.MatchEmptyWidth(before, after)
			if holds != (syntax.EmptyOp(inst.Arg)&^syntax.EmptyOpContext(before, after) == 0) {
				fmt.Println("conditions disagree")
			}
			return holds && add(inst.Out, i, set)
		case syntax.InstMatch:
			return true
		}
		return false
	}
	for i := 0; ; i++ {
		next := map[uint32]bool{}
		if add(uint32(p.Start), i, here) {
			return true
		}
		if i == len(text) {
			return false
		}
		for pc := range here {
			inst := &p.Inst[pc]
			ok := false
			switch inst.Op {
			case syntax.InstRune, syntax.InstRune1:
				ok = inst.MatchRune(text[i])
			case syntax.InstRuneAny:
				ok = true
			case syntax.InstRuneAnyNotNL:
				ok = text[i] != '\n'
			}
			if ok && add(inst.Out, i+1, next) {
				return true
			}
		}
		here = next
	}
}

func main() {
	texts := []string{"", "x", "xy", "foo bar", "XYZZY", "k", "\u212a", "xxxx", "a\nb", "日本", "foo", "xyxyxyz"}
	for _, s := range []string{
		``, `x`, `xyz`, `x*`, `x*?y+?`, `x??`, `(x)|(y)`, `x{2,4}`, `(x){0,2}`, `x{0,}`, `x{1,}`, `x{3,}`, `x{0}`, `x{1}`, `(x{2}){2}`, `(?:x*)*`,
		`(?:x+)+`, `(?:x?)?`, `(?:x*?)*`, `(?:|x)*`, `(?:|x)+`, `(?:x*|y)*`, `^foo$`, `(?m)^b$`, `\bbar\b`, `\Boo`, `\Ax\z`, `(?i)xyzzy`, `(?i)k`,
		`[k-m]`, `[^x]`, `.`, `(?s).`, `[^\x00-\x{10FFFF}]`, `日.`, `foo|fox|bar`, `(?P<n>fo+) (b[a-c]r)`, `^^foo`, `x|`, `(xy)*z`, `()`, `(?:){5}`,
		`(?i)[^xy]+z`, `\pL\d?`, `[acegikmoqsuwy]`, `(?:(?:^).)`, `$^`, `\x{FFFD}x`,
	} {
		re, err := syntax.Parse(s, syntax.Perl)
		if err != nil {
			fmt.Println(err)
			continue
		}
		simple := re.Simplify()
		p, err := syntax.Compile(simple)
		prefix, complete := p.Prefix()
		fmt.Printf("%q %s %s %v\n%q %v %x %d\n", s, re, simple, err, prefix, complete, uint8(p.StartCond()), p.NumCap)
		if len(p.Inst) < 40 {
			for i := range p.Inst {
				if len(p.Inst[i].Rune) > 40 {
					p.Inst[i].Rune = p.Inst[i].Rune[:40]
				}
			}
			fmt.Print(p)
		}
		var matches []bool
		for _, text := range texts {
			matches = append(matches, match(p, []rune(text)))
		}
		fmt.Println(matches)
	}
	wide := syntax.Inst{Op: syntax.InstRune, Rune: []rune{'a', 'c', 'f', 'f', 'k', 'm', 'q', 'z', 0x100, 0x200}}
	for _, r := range "abdfklnqz\u0150\u0300" {
		fmt.Print(wide.MatchRunePos(r), wide.MatchRune(r), " ")
	}
	fmt.Println(wide.String())
	for op := range 12 {
		fmt.Println(syntax.InstOp(op), (&syntax.Inst{Op: syntax.InstOp(op), Out: 3, Arg: 1}).String(), ".")
	}
	for _, r := range [][2]rune{{-1, -1}, {-1, 'x'}, {'x', -1}, {'x', 'y'}, {'x', ' '}, {'\n', '\n'}, {'_', 'é'}, {'9', '\n'}} {
		fmt.Print(syntax.EmptyOpContext(r[0], r[1]), " ")
	}
	fmt.Println((*syntax.Regexp)(nil).Simplify() == nil)
	defer func() { fmt.Println(recover()) }()
	(&syntax.Inst{Op: syntax.InstEmptyWidth, Arg: 3}).MatchEmptyWidth(0, 0)
}

// Output:
// "" (?:) (?:) <nil>
// "" true 0 2
//   0	fail
//   1*	nop -> 2
//   2	match
// [true true true true true true true true true true true true]
// "x" x x <nil>
// "x" true 0 2
//   0	fail
//   1*	rune1 "x" -> 2
//   2	match
// [false true true false false false false true false false false true]
// "xyz" xyz xyz <nil>
// "xyz" true 0 2
//   0	fail
//   1*	rune1 "x" -> 2
//   2	rune1 "y" -> 3
//   3	rune1 "z" -> 4
//   4	match
// [false false false false false false false false false false false true]
// "x*" x* x* <nil>
// "" false 0 2
//   0	fail
//   1	rune1 "x" -> 2
//   2*	alt -> 1, 3
//   3	match
// [true true true true true true true true true true true true]
// "x*?y+?" x*?y+? x*?y+? <nil>
// "" false 0 2
//   0	fail
//   1	rune1 "x" -> 2
//   2*	alt -> 3, 1
//   3	rune1 "y" -> 4
//   4	alt -> 5, 3
//   5	match
// [false false true false false false false false false false false true]
// "x??" x?? x?? <nil>
// "" false 0 2
//   0	fail
//   1	rune1 "x" -> 3
//   2*	alt -> 3, 1
//   3	match
// [true true true true true true true true true true true true]
// "(x)|(y)" (x)|(y) (x)|(y) <nil>
// "" false 0 6
//   0	fail
//   1	cap 2 -> 2
//   2	rune1 "x" -> 3
//   3	cap 3 -> 8
//   4	cap 4 -> 5
//   5	rune1 "y" -> 6
//   6	cap 5 -> 8
//   7*	alt -> 1, 4
//   8	match
// [false true true false false false false true false false false true]
// "x{2,4}" x{2,4} xx(?:xx?)? <nil>
// "xx" false 0 2
//   0	fail
//   1*	rune1 "x" -> 2
//   2	rune1 "x" -> 6
//   3	rune1 "x" -> 5
//   4	rune1 "x" -> 7
//   5	alt -> 4, 7
//   6	alt -> 3, 7
//   7	match
// [false false false false false false false true false false false false]
// "(x){0,2}" (x){0,2} (?:(x)(x)?)? <nil>
// "" false 0 4
//   0	fail
//   1	cap 2 -> 2
//   2	rune1 "x" -> 3
//   3	cap 3 -> 7
//   4	cap 2 -> 5
//   5	rune1 "x" -> 6
//   6	cap 3 -> 9
//   7	alt -> 4, 9
//   8*	alt -> 1, 9
//   9	match
// [true true true true true true true true true true true true]
// "x{0,}" x{0,} x* <nil>
// "" false 0 2
//   0	fail
//   1	rune1 "x" -> 2
//   2*	alt -> 1, 3
//   3	match
// [true true true true true true true true true true true true]
// "x{1,}" x{1,} x+ <nil>
// "x" false 0 2
//   0	fail
//   1*	rune1 "x" -> 2
//   2	alt -> 1, 3
//   3	match
// [false true true false false false false true false false false true]
// "x{3,}" x{3,} xxx+ <nil>
// "xxx" false 0 2
//   0	fail
//   1*	rune1 "x" -> 2
//   2	rune1 "x" -> 3
//   3	rune1 "x" -> 4
//   4	alt -> 3, 5
//   5	match
// [false false false false false false false true false false false false]
// "x{0}" x{0} (?:) <nil>
// "" true 0 2
//   0	fail
//   1*	nop -> 2
//   2	match
// [true true true true true true true true true true true true]
// "x{1}" x{1} x <nil>
// "x" true 0 2
//   0	fail
//   1*	rune1 "x" -> 2
//   2	match
// [false true true false false false false true false false false true]
// "(x{2}){2}" (x{2}){2} (xx)(xx) <nil>
// "xxxx" true 0 4
//   0	fail
//   1*	cap 2 -> 2
//   2	rune1 "x" -> 3
//   3	rune1 "x" -> 4
//   4	cap 3 -> 5
//   5	cap 2 -> 6
//   6	rune1 "x" -> 7
//   7	rune1 "x" -> 8
//   8	cap 3 -> 9
//   9	match
// [false false false false false false false true false false false false]
// "(?:x*)*" (?:x*)* x* <nil>
// "" false 0 2
//   0	fail
//   1	rune1 "x" -> 2
//   2*	alt -> 1, 3
//   3	match
// [true true true true true true true true true true true true]
// "(?:x+)+" (?:x+)+ x+ <nil>
// "x" false 0 2
//   0	fail
//   1*	rune1 "x" -> 2
//   2	alt -> 1, 3
//   3	match
// [false true true false false false false true false false false true]
// "(?:x?)?" (?:x?)? x? <nil>
// "" false 0 2
//   0	fail
//   1	rune1 "x" -> 3
//   2*	alt -> 1, 3
//   3	match
// [true true true true true true true true true true true true]
// "(?:x*?)*" (?:x*?)* (?:x*?)* <nil>
// "" false 0 2
//   0	fail
//   1	rune1 "x" -> 2
//   2	alt -> 3, 1
//   3	alt -> 2, 5
//   4*	alt -> 2, 5
//   5	match
// [true true true true true true true true true true true true]
// "(?:|x)*" (?:(?:)|x)* (?:(?:)|x)* <nil>
// "" false 0 2
//   0	fail
//   1	nop -> 4
//   2	rune1 "x" -> 4
//   3	alt -> 1, 2
//   4	alt -> 3, 6
//   5*	alt -> 3, 6
//   6	match
// [true true true true true true true true true true true true]
// "(?:|x)+" (?:(?:)|x)+ (?:(?:)|x)+ <nil>
// "" false 0 2
//   0	fail
//   1	nop -> 4
//   2	rune1 "x" -> 4
//   3*	alt -> 1, 2
//   4	alt -> 3, 5
//   5	match
// [true true true true true true true true true true true true]
// "(?:x*|y)*" (?:x*|y)* (?:x*|y)* <nil>
// "" false 0 2
//   0	fail
//   1	rune1 "x" -> 2
//   2	alt -> 1, 5
//   3	rune1 "y" -> 5
//   4	alt -> 2, 3
//   5	alt -> 4, 7
//   6*	alt -> 4, 7
//   7	match
// [true true true true true true true true true true true true]
// "^foo$" (?-m:\Afoo$) (?-m:\Afoo$) <nil>
// "" false 4 2
//   0	fail
//   1*	empty 4 -> 2
//   2	rune1 "f" -> 3
//   3	rune1 "o" -> 4
//   4	rune1 "o" -> 5
//   5	empty 8 -> 6
//   6	match
// [false false false false false false false false false false true false]
// "(?m)^b$" (?m:^b$) (?m:^b$) <nil>
// "" false 1 2
//   0	fail
//   1*	empty 1 -> 2
//   2	rune1 "b" -> 3
//   3	empty 2 -> 4
//   4	match
// [false false false false false false false false true false false false]
// "\\bbar\\b" \bbar\b \bbar\b <nil>
// "" false 10 2
//   0	fail
//   1*	empty 16 -> 2
//   2	rune1 "b" -> 3
//   3	rune1 "a" -> 4
//   4	rune1 "r" -> 5
//   5	empty 16 -> 6
//   6	match
// [false false false true false false false false false false false false]
// "\\Boo" \Boo \Boo <nil>
// "" false 20 2
//   0	fail
//   1*	empty 32 -> 2
//   2	rune1 "o" -> 3
//   3	rune1 "o" -> 4
//   4	match
// [false false false true false false false false false false true false]
// "\\Ax\\z" \Ax\z \Ax\z <nil>
// "" false 4 2
//   0	fail
//   1*	empty 4 -> 2
//   2	rune1 "x" -> 3
//   3	empty 8 -> 4
//   4	match
// [false true false false false false false false false false false false]
// "(?i)xyzzy" (?i:XYZZY) (?i:XYZZY) <nil>
// "" false 0 2
//   0	fail
//   1*	rune "X"/i -> 2
//   2	rune "Y"/i -> 3
//   3	rune "Z"/i -> 4
//   4	rune "Z"/i -> 5
//   5	rune "Y"/i -> 6
//   6	match
// [false false false false true false false false false false false false]
// "(?i)k" (?i:K) (?i:K) <nil>
// "" false 0 2
//   0	fail
//   1*	rune "K"/i -> 2
//   2	match
// [false false false false false true true false false false false false]
// "[k-m]" [k-m] [k-m] <nil>
// "" false 0 2
//   0	fail
//   1*	rune "km" -> 2
//   2	match
// [false false false false false true false false false false false false]
// "[^x]" [^x] [^x] <nil>
// "" false 0 2
//   0	fail
//   1*	rune "\x00wy\U0010ffff" -> 2
//   2	match
// [false false true true true true true false true true true true]
// "." (?-s:.) (?-s:.) <nil>
// "" false 0 2
//   0	fail
//   1*	anynotnl -> 2
//   2	match
// [false true true true true true true true true true true true]
// "(?s)." (?s:.) (?s:.) <nil>
// "" false 0 2
//   0	fail
//   1*	any -> 2
//   2	match
// [false true true true true true true true true true true true]
// "[^\\x00-\\x{10FFFF}]" [^\x00-\x{10FFFF}] [^\x00-\x{10FFFF}] <nil>
// "" false 0 2
//   0	fail
//   1*	rune "" -> 2
//   2	match
// [false false false false false false false false false false false false]
// "日." (?-s:日.) (?-s:日.) <nil>
// "日" false 0 2
//   0	fail
//   1*	rune1 "\u65e5" -> 2
//   2	anynotnl -> 3
//   3	match
// [false false false false false false false false false true false false]
// "foo|fox|bar" fo[ox]|bar fo[ox]|bar <nil>
// "" false 0 2
//   0	fail
//   1	rune1 "f" -> 2
//   2	rune1 "o" -> 3
//   3	rune "ooxx" -> 8
//   4	rune1 "b" -> 5
//   5	rune1 "a" -> 6
//   6	rune1 "r" -> 8
//   7*	alt -> 1, 4
//   8	match
// [false false false true false false false false false false true false]
// "(?P<n>fo+) (b[a-c]r)" (?P<n>fo+) (b[a-c]r) (?P<n>fo+) (b[a-c]r) <nil>
// "fo" false 0 6
//   0	fail
//   1*	cap 2 -> 2
//   2	rune1 "f" -> 3
//   3	rune1 "o" -> 4
//   4	alt -> 3, 5
//   5	cap 3 -> 6
//   6	rune1 " " -> 7
//   7	cap 4 -> 8
//   8	rune1 "b" -> 9
//   9	rune "ac" -> 10
//  10	rune1 "r" -> 11
//  11	cap 5 -> 12
//  12	match
// [false false false true false false false false false false false false]
// "^^foo" \A\Afoo \A\Afoo <nil>
// "" false 4 2
//   0	fail
//   1*	empty 4 -> 2
//   2	empty 4 -> 3
//   3	rune1 "f" -> 4
//   4	rune1 "o" -> 5
//   5	rune1 "o" -> 6
//   6	match
// [false false false true false false false false false false true false]
// "x|" x|(?:) x|(?:) <nil>
// "" false 0 2
//   0	fail
//   1	rune1 "x" -> 4
//   2	nop -> 4
//   3*	alt -> 1, 2
//   4	match
// [true true true true true true true true true true true true]
// "(xy)*z" (xy)*z (xy)*z <nil>
// "" false 0 4
//   0	fail
//   1	cap 2 -> 2
//   2	rune1 "x" -> 3
//   3	rune1 "y" -> 4
//   4	cap 3 -> 5
//   5*	alt -> 1, 6
//   6	rune1 "z" -> 7
//   7	match
// [false false false false false false false false false false false true]
// "()" () () <nil>
// "" true 0 4
//   0	fail
//   1*	cap 2 -> 2
//   2	nop -> 3
//   3	cap 3 -> 4
//   4	match
// [true true true true true true true true true true true true]
// "(?:){5}" (?:){5} (?:)(?:)(?:)(?:)(?:) <nil>
// "" true 0 2
//   0	fail
//   1*	nop -> 2
//   2	nop -> 3
//   3	nop -> 4
//   4	nop -> 5
//   5	nop -> 6
//   6	match
// [true true true true true true true true true true true true]
// "(?i)[^xy]+z" (?i:[^XYxy]+Z) (?i:[^XYxy]+Z) <nil>
// "" false 0 2
//   0	fail
//   1*	rune "\x00WZwz\U0010ffff" -> 2
//   2	alt -> 1, 3
//   3	rune "Z"/i -> 4
//   4	match
// [false false false false true false false false false false false false]
// "\\pL\\d?" [A-Za-zªµºÀ-ÖØ-öø-ˁˆ-ˑˠ-ˤˬˮͰ-ʹͶͷͺ-ͽͿΆΈ-ΊΌΎ-ΡΣ-ϵϷ-ҁҊ-ԯԱ-Ֆՙՠ-ֈא-תׯ-ײؠ-يٮٯٱ-ۓەۥۦۮۯۺ-ۼۿܐܒ-ܯݍ-ޥޱߊ-ߪߴߵߺࠀ-ࠕࠚࠤࠨࡀ-ࡘࡠ-ࡪࡰ-ࢇࢉ-ࢎࢠ-ࣉऄ-हऽॐक़-ॡॱ-ঀঅ-ঌএঐও-নপ-রলশ-হঽৎড়ঢ়য়-ৡৰৱৼਅ-ਊਏਐਓ-ਨਪ-ਰਲਲ਼ਵਸ਼ਸਹਖ਼-ੜਫ਼ੲ-ੴઅ-ઍએ-ઑઓ-નપ-રલળવ-હઽૐૠૡૹଅ-ଌଏଐଓ-ନପ-ରଲଳଵ-ହଽଡ଼ଢ଼ୟ-ୡୱஃஅ-ஊஎ-ஐஒ-கஙசஜஞடணதந-பம-ஹௐఅ-ఌఎ-ఐఒ-నప-హఽౘ-ౚౝౠౡಀಅ-ಌಎ-ಐಒ-ನಪ-ಳವ-ಹಽೝೞೠೡೱೲഄ-ഌഎ-ഐഒ-ഺഽൎൔ-ൖൟ-ൡൺ-ൿඅ-ඖක-නඳ-රලව-ෆก-ะาำเ-ๆກຂຄຆ-ຊຌ-ຣລວ-ະາຳຽເ-ໄໆໜ-ໟༀཀ-ཇཉ-ཬྈ-ྌက-ဪဿၐ-ၕၚ-ၝၡၥၦၮ-ၰၵ-ႁႎႠ-ჅჇჍა-ჺჼ-ቈቊ-ቍቐ-ቖቘቚ-ቝበ-ኈኊ-ኍነ-ኰኲ-ኵኸ-ኾዀዂ-ዅወ-ዖዘ-ጐጒ-ጕጘ-ፚᎀ-ᎏᎠ-Ᏽᏸ-ᏽᐁ-ᙬᙯ-ᙿᚁ-ᚚᚠ-ᛪᛱ-ᛸᜀ-ᜑᜟ-ᜱᝀ-ᝑᝠ-ᝬᝮ-ᝰក-ឳៗៜᠠ-ᡸᢀ-ᢄᢇ-ᢨᢪᢰ-ᣵᤀ-ᤞᥐ-ᥭᥰ-ᥴᦀ-ᦫᦰ-ᧉᨀ-ᨖᨠ-ᩔᪧᬅ-ᬳᭅ-ᭌᮃ-ᮠᮮᮯᮺ-ᯥᰀ-ᰣᱍ-ᱏᱚ-ᱽᲀ-ᲈᲐ-ᲺᲽ-Ჿᳩ-ᳬᳮ-ᳳᳵᳶᳺᴀ-ᶿḀ-ἕἘ-Ἕἠ-ὅὈ-Ὅὐ-ὗὙὛὝὟ-ώᾀ-ᾴᾶ-ᾼιῂ-ῄῆ-ῌῐ-ΐῖ-Ίῠ-Ῥῲ-ῴῶ-ῼⁱⁿₐ-ₜℂℇℊ-ℓℕℙ-ℝℤΩℨK-ℭℯ-ℹℼ-ℿⅅ-ⅉⅎↃↄⰀ-ⳤⳫ-ⳮⳲⳳⴀ-ⴥⴧⴭⴰ-ⵧⵯⶀ-ⶖⶠ-ⶦⶨ-ⶮⶰ-ⶶⶸ-ⶾⷀ-ⷆⷈ-ⷎⷐ-ⷖⷘ-ⷞⸯ々〆〱-〵〻〼ぁ-ゖゝ-ゟァ-ヺー-ヿㄅ-ㄯㄱ-ㆎㆠ-ㆿㇰ-ㇿ㐀-䶿一-ꒌꓐ-ꓽꔀ-ꘌꘐ-ꘟꘪꘫꙀ-ꙮꙿ-ꚝꚠ-ꛥꜗ-ꜟꜢ-ꞈꞋ-ꟊꟐꟑꟓꟕ-ꟙꟲ-ꠁꠃ-ꠅꠇ-ꠊꠌ-ꠢꡀ-ꡳꢂ-ꢳꣲ-ꣷꣻꣽꣾꤊ-ꤥꤰ-ꥆꥠ-ꥼꦄ-ꦲꧏꧠ-ꧤꧦ-ꧯꧺ-ꧾꨀ-ꨨꩀ-ꩂꩄ-ꩋꩠ-ꩶꩺꩾ-ꪯꪱꪵꪶꪹ-ꪽꫀꫂꫛ-ꫝꫠ-ꫪꫲ-ꫴꬁ-ꬆꬉ-ꬎꬑ-ꬖꬠ-ꬦꬨ-ꬮꬰ-ꭚꭜ-ꭩꭰ-ꯢ가-힣ힰ-ퟆퟋ-ퟻ豈-舘並-龎ﬀ-ﬆﬓ-ﬗיִײַ-ﬨשׁ-זּטּ-לּמּנּסּףּפּצּ-ﮱﯓ-ﴽﵐ-ﶏﶒ-ﷇﷰ-ﷻﹰ-ﹴﹶ-ﻼＡ-Ｚａ-ｚｦ-ﾾￂ-ￇￊ-ￏￒ-ￗￚ-ￜ𐀀-𐀋𐀍-𐀦𐀨-𐀺𐀼𐀽𐀿-𐁍𐁐-𐁝𐂀-𐃺𐊀-𐊜𐊠-𐋐𐌀-𐌟𐌭-𐍀𐍂-𐍉𐍐-𐍵𐎀-𐎝𐎠-𐏃𐏈-𐏏𐐀-𐒝𐒰-𐓓𐓘-𐓻𐔀-𐔧𐔰-𐕣𐕰-𐕺𐕼-𐖊𐖌-𐖒𐖔𐖕𐖗-𐖡𐖣-𐖱𐖳-𐖹𐖻𐖼𐘀-𐜶𐝀-𐝕𐝠-𐝧𐞀-𐞅𐞇-𐞰𐞲-𐞺𐠀-𐠅𐠈𐠊-𐠵𐠷𐠸𐠼𐠿-𐡕𐡠-𐡶𐢀-𐢞𐣠-𐣲𐣴𐣵𐤀-𐤕𐤠-𐤹𐦀-𐦷𐦾𐦿𐨀𐨐-𐨓𐨕-𐨗𐨙-𐨵𐩠-𐩼𐪀-𐪜𐫀-𐫇𐫉-𐫤𐬀-𐬵𐭀-𐭕𐭠-𐭲𐮀-𐮑𐰀-𐱈𐲀-𐲲𐳀-𐳲𐴀-𐴣𐺀-𐺩𐺰𐺱𐼀-𐼜𐼧𐼰-𐽅𐽰-𐾁𐾰-𐿄𐿠-𐿶𑀃-𑀷𑁱𑁲𑁵𑂃-𑂯𑃐-𑃨𑄃-𑄦𑅄𑅇𑅐-𑅲𑅶𑆃-𑆲𑇁-𑇄𑇚𑇜𑈀-𑈑𑈓-𑈫𑈿𑉀𑊀-𑊆𑊈𑊊-𑊍𑊏-𑊝𑊟-𑊨𑊰-𑋞𑌅-𑌌𑌏𑌐𑌓-𑌨𑌪-𑌰𑌲𑌳𑌵-𑌹𑌽𑍐𑍝-𑍡𑐀-𑐴𑑇-𑑊𑑟-𑑡𑒀-𑒯𑓄𑓅𑓇𑖀-𑖮𑗘-𑗛𑘀-𑘯𑙄𑚀-𑚪𑚸𑜀-𑜚𑝀-𑝆𑠀-𑠫𑢠-𑣟𑣿-𑤆𑤉𑤌-𑤓𑤕𑤖𑤘-𑤯𑤿𑥁𑦠-𑦧𑦪-𑧐𑧡𑧣𑨀𑨋-𑨲𑨺𑩐𑩜-𑪉𑪝𑪰-𑫸𑰀-𑰈𑰊-𑰮𑱀𑱲-𑲏𑴀-𑴆𑴈𑴉𑴋-𑴰𑵆𑵠-𑵥𑵧𑵨𑵪-𑶉𑶘𑻠-𑻲𑼂𑼄-𑼐𑼒-𑼳𑾰𒀀-𒎙𒒀-𒕃𒾐-𒿰𓀀-𓐯𓑁-𓑆𔐀-𔙆𖠀-𖨸𖩀-𖩞𖩰-𖪾𖫐-𖫭𖬀-𖬯𖭀-𖭃𖭣-𖭷𖭽-𖮏𖹀-𖹿𖼀-𖽊𖽐𖾓-𖾟𖿠𖿡𖿣𗀀-𘟷𘠀-𘳕𘴀-𘴈𚿰-𚿳𚿵-𚿻𚿽𚿾𛀀-𛄢𛄲𛅐-𛅒𛅕𛅤-𛅧𛅰-𛋻𛰀-𛱪𛱰-𛱼𛲀-𛲈𛲐-𛲙𝐀-𝑔𝑖-𝒜𝒞𝒟𝒢𝒥𝒦𝒩-𝒬𝒮-𝒹𝒻𝒽-𝓃𝓅-𝔅𝔇-𝔊𝔍-𝔔𝔖-𝔜𝔞-𝔹𝔻-𝔾𝕀-𝕄𝕆𝕊-𝕐𝕒-𝚥𝚨-𝛀𝛂-𝛚𝛜-𝛺𝛼-𝜔𝜖-𝜴𝜶-𝝎𝝐-𝝮𝝰-𝞈𝞊-𝞨𝞪-𝟂𝟄-𝟋𝼀-𝼞𝼥-𝼪𞀰-𞁭𞄀-𞄬𞄷-𞄽𞅎𞊐-𞊭𞋀-𞋫𞓐-𞓫𞟠-𞟦𞟨-𞟫𞟭𞟮𞟰-𞟾𞠀-𞣄𞤀-𞥃𞥋𞸀-𞸃𞸅-𞸟𞸡𞸢𞸤𞸧𞸩-𞸲𞸴-𞸷𞸹𞸻𞹂𞹇𞹉𞹋𞹍-𞹏𞹑𞹒𞹔𞹗𞹙𞹛𞹝𞹟𞹡𞹢𞹤𞹧-𞹪𞹬-𞹲𞹴-𞹷𞹹-𞹼𞹾𞺀-𞺉𞺋-𞺛𞺡-𞺣𞺥-𞺩𞺫-𞺻𠀀-𪛟𪜀-𫜹𫝀-𫠝𫠠-𬺡𬺰-𮯠丽-𪘀𰀀-𱍊𱍐-𲎯][0-9]? [A-Za-zªµºÀ-ÖØ-öø-ˁˆ-ˑˠ-ˤˬˮͰ-ʹͶͷͺ-ͽͿΆΈ-ΊΌΎ-ΡΣ-ϵϷ-ҁҊ-ԯԱ-Ֆՙՠ-ֈא-תׯ-ײؠ-يٮٯٱ-ۓەۥۦۮۯۺ-ۼۿܐܒ-ܯݍ-ޥޱߊ-ߪߴߵߺࠀ-ࠕࠚࠤࠨࡀ-ࡘࡠ-ࡪࡰ-ࢇࢉ-ࢎࢠ-ࣉऄ-हऽॐक़-ॡॱ-ঀঅ-ঌএঐও-নপ-রলশ-হঽৎড়ঢ়য়-ৡৰৱৼਅ-ਊਏਐਓ-ਨਪ-ਰਲਲ਼ਵਸ਼ਸਹਖ਼-ੜਫ਼ੲ-ੴઅ-ઍએ-ઑઓ-નપ-રલળવ-હઽૐૠૡૹଅ-ଌଏଐଓ-ନପ-ରଲଳଵ-ହଽଡ଼ଢ଼ୟ-ୡୱஃஅ-ஊஎ-ஐஒ-கஙசஜஞடணதந-பம-ஹௐఅ-ఌఎ-ఐఒ-నప-హఽౘ-ౚౝౠౡಀಅ-ಌಎ-ಐಒ-ನಪ-ಳವ-ಹಽೝೞೠೡೱೲഄ-ഌഎ-ഐഒ-ഺഽൎൔ-ൖൟ-ൡൺ-ൿඅ-ඖක-නඳ-රලව-ෆก-ะาำเ-ๆກຂຄຆ-ຊຌ-ຣລວ-ະາຳຽເ-ໄໆໜ-ໟༀཀ-ཇཉ-ཬྈ-ྌက-ဪဿၐ-ၕၚ-ၝၡၥၦၮ-ၰၵ-ႁႎႠ-ჅჇჍა-ჺჼ-ቈቊ-ቍቐ-ቖቘቚ-ቝበ-ኈኊ-ኍነ-ኰኲ-ኵኸ-ኾዀዂ-ዅወ-ዖዘ-ጐጒ-ጕጘ-ፚᎀ-ᎏᎠ-Ᏽᏸ-ᏽᐁ-ᙬᙯ-ᙿᚁ-ᚚᚠ-ᛪᛱ-ᛸᜀ-ᜑᜟ-ᜱᝀ-ᝑᝠ-ᝬᝮ-ᝰក-ឳៗៜᠠ-ᡸᢀ-ᢄᢇ-ᢨᢪᢰ-ᣵᤀ-ᤞᥐ-ᥭᥰ-ᥴᦀ-ᦫᦰ-ᧉᨀ-ᨖᨠ-ᩔᪧᬅ-ᬳᭅ-ᭌᮃ-ᮠᮮᮯᮺ-ᯥᰀ-ᰣᱍ-ᱏᱚ-ᱽᲀ-ᲈᲐ-ᲺᲽ-Ჿᳩ-ᳬᳮ-ᳳᳵᳶᳺᴀ-ᶿḀ-ἕἘ-Ἕἠ-ὅὈ-Ὅὐ-ὗὙὛὝὟ-ώᾀ-ᾴᾶ-ᾼιῂ-ῄῆ-ῌῐ-ΐῖ-Ίῠ-Ῥῲ-ῴῶ-ῼⁱⁿₐ-ₜℂℇℊ-ℓℕℙ-ℝℤΩℨK-ℭℯ-ℹℼ-ℿⅅ-ⅉⅎↃↄⰀ-ⳤⳫ-ⳮⳲⳳⴀ-ⴥⴧⴭⴰ-ⵧⵯⶀ-ⶖⶠ-ⶦⶨ-ⶮⶰ-ⶶⶸ-ⶾⷀ-ⷆⷈ-ⷎⷐ-ⷖⷘ-ⷞⸯ々〆〱-〵〻〼ぁ-ゖゝ-ゟァ-ヺー-ヿㄅ-ㄯㄱ-ㆎㆠ-ㆿㇰ-ㇿ㐀-䶿一-ꒌꓐ-ꓽꔀ-ꘌꘐ-ꘟꘪꘫꙀ-ꙮꙿ-ꚝꚠ-ꛥꜗ-ꜟꜢ-ꞈꞋ-ꟊꟐꟑꟓꟕ-ꟙꟲ-ꠁꠃ-ꠅꠇ-ꠊꠌ-ꠢꡀ-ꡳꢂ-ꢳꣲ-ꣷꣻꣽꣾꤊ-ꤥꤰ-ꥆꥠ-ꥼꦄ-ꦲꧏꧠ-ꧤꧦ-ꧯꧺ-ꧾꨀ-ꨨꩀ-ꩂꩄ-ꩋꩠ-ꩶꩺꩾ-ꪯꪱꪵꪶꪹ-ꪽꫀꫂꫛ-ꫝꫠ-ꫪꫲ-ꫴꬁ-ꬆꬉ-ꬎꬑ-ꬖꬠ-ꬦꬨ-ꬮꬰ-ꭚꭜ-ꭩꭰ-ꯢ가-힣ힰ-ퟆퟋ-ퟻ豈-舘並-龎ﬀ-ﬆﬓ-ﬗיִײַ-ﬨשׁ-זּטּ-לּמּנּסּףּפּצּ-ﮱﯓ-ﴽﵐ-ﶏﶒ-ﷇﷰ-ﷻﹰ-ﹴﹶ-ﻼＡ-Ｚａ-ｚｦ-ﾾￂ-ￇￊ-ￏￒ-ￗￚ-ￜ𐀀-𐀋𐀍-𐀦𐀨-𐀺𐀼𐀽𐀿-𐁍𐁐-𐁝𐂀-𐃺𐊀-𐊜𐊠-𐋐𐌀-𐌟𐌭-𐍀𐍂-𐍉𐍐-𐍵𐎀-𐎝𐎠-𐏃𐏈-𐏏𐐀-𐒝𐒰-𐓓𐓘-𐓻𐔀-𐔧𐔰-𐕣𐕰-𐕺𐕼-𐖊𐖌-𐖒𐖔𐖕𐖗-𐖡𐖣-𐖱𐖳-𐖹𐖻𐖼𐘀-𐜶𐝀-𐝕𐝠-𐝧𐞀-𐞅𐞇-𐞰𐞲-𐞺𐠀-𐠅𐠈𐠊-𐠵𐠷𐠸𐠼𐠿-𐡕𐡠-𐡶𐢀-𐢞𐣠-𐣲𐣴𐣵𐤀-𐤕𐤠-𐤹𐦀-𐦷𐦾𐦿𐨀𐨐-𐨓𐨕-𐨗𐨙-𐨵𐩠-𐩼𐪀-𐪜𐫀-𐫇𐫉-𐫤𐬀-𐬵𐭀-𐭕𐭠-𐭲𐮀-𐮑𐰀-𐱈𐲀-𐲲𐳀-𐳲𐴀-𐴣𐺀-𐺩𐺰𐺱𐼀-𐼜𐼧𐼰-𐽅𐽰-𐾁𐾰-𐿄𐿠-𐿶𑀃-𑀷𑁱𑁲𑁵𑂃-𑂯𑃐-𑃨𑄃-𑄦𑅄𑅇𑅐-𑅲𑅶𑆃-𑆲𑇁-𑇄𑇚𑇜𑈀-𑈑𑈓-𑈫𑈿𑉀𑊀-𑊆𑊈𑊊-𑊍𑊏-𑊝𑊟-𑊨𑊰-𑋞𑌅-𑌌𑌏𑌐𑌓-𑌨𑌪-𑌰𑌲𑌳𑌵-𑌹𑌽𑍐𑍝-𑍡𑐀-𑐴𑑇-𑑊𑑟-𑑡𑒀-𑒯𑓄𑓅𑓇𑖀-𑖮𑗘-𑗛𑘀-𑘯𑙄𑚀-𑚪𑚸𑜀-𑜚𑝀-𑝆𑠀-𑠫𑢠-𑣟𑣿-𑤆𑤉𑤌-𑤓𑤕𑤖𑤘-𑤯𑤿𑥁𑦠-𑦧𑦪-𑧐𑧡𑧣𑨀𑨋-𑨲𑨺𑩐𑩜-𑪉𑪝𑪰-𑫸𑰀-𑰈𑰊-𑰮𑱀𑱲-𑲏𑴀-𑴆𑴈𑴉𑴋-𑴰𑵆𑵠-𑵥𑵧𑵨𑵪-𑶉𑶘𑻠-𑻲𑼂𑼄-𑼐𑼒-𑼳𑾰𒀀-𒎙𒒀-𒕃𒾐-𒿰𓀀-𓐯𓑁-𓑆𔐀-𔙆𖠀-𖨸𖩀-𖩞𖩰-𖪾𖫐-𖫭𖬀-𖬯𖭀-𖭃𖭣-𖭷𖭽-𖮏𖹀-𖹿𖼀-𖽊𖽐𖾓-𖾟𖿠𖿡𖿣𗀀-𘟷𘠀-𘳕𘴀-𘴈𚿰-𚿳𚿵-𚿻𚿽𚿾𛀀-𛄢𛄲𛅐-𛅒𛅕𛅤-𛅧𛅰-𛋻𛰀-𛱪𛱰-𛱼𛲀-𛲈𛲐-𛲙𝐀-𝑔𝑖-𝒜𝒞𝒟𝒢𝒥𝒦𝒩-𝒬𝒮-𝒹𝒻𝒽-𝓃𝓅-𝔅𝔇-𝔊𝔍-𝔔𝔖-𝔜𝔞-𝔹𝔻-𝔾𝕀-𝕄𝕆𝕊-𝕐𝕒-𝚥𝚨-𝛀𝛂-𝛚𝛜-𝛺𝛼-𝜔𝜖-𝜴𝜶-𝝎𝝐-𝝮𝝰-𝞈𝞊-𝞨𝞪-𝟂𝟄-𝟋𝼀-𝼞𝼥-𝼪𞀰-𞁭𞄀-𞄬𞄷-𞄽𞅎𞊐-𞊭𞋀-𞋫𞓐-𞓫𞟠-𞟦𞟨-𞟫𞟭𞟮𞟰-𞟾𞠀-𞣄𞤀-𞥃𞥋𞸀-𞸃𞸅-𞸟𞸡𞸢𞸤𞸧𞸩-𞸲𞸴-𞸷𞸹𞸻𞹂𞹇𞹉𞹋𞹍-𞹏𞹑𞹒𞹔𞹗𞹙𞹛𞹝𞹟𞹡𞹢𞹤𞹧-𞹪𞹬-𞹲𞹴-𞹷𞹹-𞹼𞹾𞺀-𞺉𞺋-𞺛𞺡-𞺣𞺥-𞺩𞺫-𞺻𠀀-𪛟𪜀-𫜹𫝀-𫠝𫠠-𬺡𬺰-𮯠丽-𪘀𰀀-𱍊𱍐-𲎯][0-9]? <nil>
// "" false 0 2
//   0	fail
//   1*	rune "AZaz\u00aa\u00aa\u00b5\u00b5\u00ba\u00ba\u00c0\u00d6\u00d8\u00f6\u00f8\u02c1\u02c6\u02d1\u02e0\u02e4\u02ec\u02ec\u02ee\u02ee\u0370\u0374\u0376\u0377\u037a\u037d\u037f\u037f\u0386\u0386\u0388\u038a\u038c\u038c\u038e\u03a1" -> 3
//   2	rune "09" -> 4
//   3	alt -> 2, 4
//   4	match
// [false true true true true true false true true false true true]
// "[acegikmoqsuwy]" [acegikmoqsuwy] [acegikmoqsuwy] <nil>
// "" false 0 2
//   0	fail
//   1*	rune "aacceeggiikkmmooqqssuuwwyy" -> 2
//   2	match
// [false false true true false true false false true false true true]
// "(?:(?:^).)" (?-s:\A.) (?-s:\A.) <nil>
// "" false 4 2
//   0	fail
//   1*	empty 4 -> 2
//   2	anynotnl -> 3
//   3	match
// [false true true true true true true true true true true true]
// "$^" (?-m:$\A) (?-m:$\A) <nil>
// "" false c 2
//   0	fail
//   1*	empty 8 -> 2
//   2	empty 4 -> 3
//   3	match
// [true false false false false false false false false false false false]
// "\\x{FFFD}x" �x �x <nil>
// "" false 0 2
//   0	fail
//   1*	rune1 "\ufffd" -> 2
//   2	rune1 "x" -> 3
//   3	match
// [false false false false false false false false false false false false]
// 0 true 0 true -1 false 1 true 2 true 2 true -1 false 3 true 3 true 4 true -1 false rune "acffkmqz\u0100\u0200" -> 0
// InstAlt alt -> 3, 1 .
// InstAltMatch altmatch -> 3, 1 .
// InstCapture cap 1 -> 3 .
// InstEmptyWidth empty 1 -> 3 .
// InstMatch match .
// InstFail fail .
// InstNop nop -> 3 .
// InstRune rune <nil>rune ""/i -> 3 .
// InstRune1 rune1 "" -> 3 .
// InstRuneAny any -> 3 .
// InstRuneAnyNotNL anynotnl -> 3 .
//   .
// 47 21 26 32 16 35 16 18 true
// unknown empty width arg
