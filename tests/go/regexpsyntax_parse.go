// Trees of regular expressions, their texts, what is wrong with malformed ones.
package main

import (
	"fmt"
	"regexp/syntax"
	"strings"
)

func tree(re *syntax.Regexp) string {
	var b strings.Builder
	b.WriteString(re.Op.String())
	if re.Flags != 0 {
		fmt.Fprintf(&b, "/%x", uint16(re.Flags))
	}
	switch re.Op {
	case syntax.OpLiteral:
		fmt.Fprintf(&b, "%q", string(re.Rune))
	case syntax.OpCharClass:
		fmt.Fprintf(&b, "%x", re.Rune)
		if len(re.Rune) > 20 {
			return fmt.Sprintf("CharClass of %d", len(re.Rune))
		}
	case syntax.OpRepeat:
		fmt.Fprintf(&b, "{%d,%d}", re.Min, re.Max)
	case syntax.OpCapture:
		fmt.Fprintf(&b, "#%d%s", re.Cap, re.Name)
	}
	for i, sub := range re.Sub {
		b.WriteByte("( "[min(i, 1)])
		b.WriteString(tree(sub))
	}
	if len(re.Sub) > 0 {
		b.WriteByte(')')
	}
	return b.String()
}

func show(s string, flags syntax.Flags) {
	re, err := syntax.Parse(s, flags)
	if len(s) > 60 {
		s = s[:60] + "..."
	}
	if err != nil {
		text := err.Error()
		fmt.Printf("%q %x %q\n", s, uint16(flags), text[:min(len(text), 100)])
		return
	}
	text := tree(re)
	fmt.Printf("%q %x %.300s %.200s\n", s, uint16(flags), text, re.String())
	again, err := syntax.Parse(re.String(), flags&^syntax.Literal|syntax.PerlX)
	if err != nil || again.MaxCap() != re.MaxCap() {
		fmt.Println("  read again:", again, err)
	}
}

var expressions = []string{
	``, `x`, `xyz`, `xy*z+w??`, `x|y|z`, `x|yz|`, `|x||y`, `(x)(y(z))`, `(?P<first>x)|(?<second>y)`, `(?:x|y)+?`, `x{2}y{3,}z{0,4}?`,
	`x{,3}`, `x{01}`, `x{`, `^$.`, `(?s).(?-s).`, `(?m)^x$`, `\Ax\z`, `\bx\B`, `[xyz]`, `[^xyz]`, `[x-zA-C_]`, `[]x]`, `[^]x]`, `[x-]`, `[-x]`,
	`[[:alpha:][:^digit:]]`, `[\d\s]`, `[^\D]`, `\w\W\S`, `\pN`, `\p{Greek}`, `\P{^Greek}`, `\p{lowercase letter}`, `(?i)kelvin`, `(?i)[k-m]`,
	`(?i:straße)σ`, `[Kk]`, `[Σσ]`, `[Xx]`, `foobar|foobaz|fox|quux`, `x+y|x+z`, `[xy]z|[xy]w`, `.x|.y|.`, `x{3}y|x{3}z`, `(?i)foo|FOX`, `xx|x(?i)x`,
	`x(?i)y(?-i)z(?U)w*`, `(?U)x+|y+?`, `\Qx.y*\Ez*`, `\x41\x{1F600}\101\0`, `\a\f\t\n\r\v\.`, `x(|y)`, `()`, `(x*)*`, `((((x))))`, `x.*y.*z`,
	`[\x00-\x{10FFFF}]`, `[^\x00-\x{10FFFF}]`, `[^\n]`, `[[:word:]-]`, `é|è`, `日本語*`,
	// Malformed.
	`(`, `)`, `x)`, `(x`, `(?`, `(?i`, `(?i-`, `(?i-)x`, `(?z)`, `(?i--s)`, `(?=x)`, `(?P<x`, `(?P<x-y>z)`, `(?P=x)`, `(?<>x)`, `[`, `[x`, `[z-x]`, `[x-\d]`,
	`[[:foo:]]`, `[\q]`, `\`, `x\`, `\q`, `\8`, `\1`, `\C`, `\x`, `\x4`, `\x{}`, `\x{110000}`, `\x{4z}`, `\p`, `\p{`, `\p{Nope}`, `\pq`, `*`, `x|*`, `(*)`, `x**`, `x+*?`,
	`x??+`, `x{2}{3}`, `x{1001}`, `x{3,2}`, `x{1,99999999999}`, `(x{100}){11}`, "\xff", "x\xffy", "[\xff]", "\\\xff", "(?\xff)", "(?P<\xff>x)", "\\p{\xff}", `^*`, `$+`, `\b?`,
}

func main() {
	for _, s := range expressions {
		show(s, syntax.Perl)
	}
	for _, s := range expressions[:66] {
		show(s, syntax.POSIX)
	}
	for i, s := range expressions[:66] {
		flags := []syntax.Flags{syntax.FoldCase | syntax.Perl, syntax.MatchNL | syntax.PerlX | syntax.UnicodeGroups, syntax.NonGreedy | syntax.PerlX, syntax.Literal | syntax.FoldCase}
		show(s, flags[i%4])
	}
	for _, s := range []string{
		strings.Repeat("(", 999) + strings.Repeat(")", 999), strings.Repeat("(", 1000) + strings.Repeat(")", 1000),
		strings.Repeat("(?:", 1000) + strings.Repeat(")*", 1000), "(" + strings.Repeat("(xx?)", 1000) + "){1000}",
		strings.Repeat("(xx?){1000}", 1000), strings.Repeat("x|", 5000), strings.Repeat(`\w`, 2000),
	} {
		show(s, syntax.Perl)
	}
	for op := range 24 {
		fmt.Print(syntax.Op(op), " ")
	}
	fmt.Println(syntax.Op(127), syntax.Op(128), syntax.Op(200))
	re, _ := syntax.Parse(`(x)(?P<name>y(z))|(?P<other>w)`, syntax.Perl)
	fmt.Println(re.MaxCap(), re.CapNames(), len(re.CapNames()))
	same, _ := syntax.Parse(`(x)(?P<name>y(z))|(?P<other>w)`, syntax.Perl)
	fmt.Println(re.Equal(same), re.Equal(same.Sub[0]), re.Equal(nil), (*syntax.Regexp)(nil).Equal(nil))
	fmt.Println(&syntax.Regexp{}, &syntax.Regexp{Op: 77}, &syntax.Regexp{Op: syntax.OpNoMatch})
	fmt.Println(syntax.ErrLarge, syntax.ErrorCode("x").String(), (&syntax.Error{Code: syntax.ErrLarge, Expr: "y"}).Error())
}

// Output:
// "" d4 EmptyMatch (?:)
// "x" d4 Literal/d4"x" x
// "xyz" d4 Literal/d4"xyz" xyz
// "xy*z+w??" d4 Concat(Literal/d4"x" Star/d4(Literal/d4"y") Plus/d4(Literal/d4"z") Quest/f4(Literal/d4"w")) xy*z+w??
// "x|y|z" d4 CharClass/d4[78 7a] [x-z]
// "x|yz|" d4 Alternate(Literal/d4"x" Literal/d4"yz" EmptyMatch) x|yz|(?:)
// "|x||y" d4 Alternate(EmptyMatch Literal/d4"x" EmptyMatch Literal/d4"y") (?:)|x|(?:)|y
// "(x)(y(z))" d4 Concat(Capture/d4#1(Literal/d4"x") Capture/d4#2(Concat(Literal/d4"y" Capture/d4#3(Literal/d4"z")))) (x)(y(z))
// "(?P<first>x)|(?<second>y)" d4 Alternate(Capture/d4#1first(Literal/d4"x") Capture/d4#2second(Literal/d4"y")) (?P<first>x)|(?P<second>y)
// "(?:x|y)+?" d4 Plus/f4(CharClass/d4[78 79]) [xy]+?
// "x{2}y{3,}z{0,4}?" d4 Concat(Repeat/d4{2,2}(Literal/d4"x") Repeat/d4{3,-1}(Literal/d4"y") Repeat/f4{0,4}(Literal/d4"z")) x{2}y{3,}z{0,4}?
// "x{,3}" d4 Literal/d4"x{,3}" x\{,3\}
// "x{01}" d4 Literal/d4"x{01}" x\{01\}
// "x{" d4 Literal/d4"x{" x\{
// "^$." d4 Concat(BeginText/d4 EndText/1d4 AnyCharNotNL/d4) (?-ms:\A$.)
// "(?s).(?-s)." d4 Concat(AnyChar/dc AnyCharNotNL/d4) (?-s:(?s:.).)
// "(?m)^x$" d4 Concat(BeginLine/c4 Literal/c4"x" EndLine/c4) (?m:^x$)
// "\\Ax\\z" d4 Concat(BeginText/d4 Literal/d4"x" EndText/d4) \Ax\z
// "\\bx\\B" d4 Concat(WordBoundary/d4 Literal/d4"x" NoWordBoundary/d4) \bx\B
// "[xyz]" d4 CharClass/d4[78 7a] [x-z]
// "[^xyz]" d4 CharClass/d4[0 77 7b 10ffff] [^x-z]
// "[x-zA-C_]" d4 CharClass/d4[41 43 5f 5f 78 7a] [A-C_x-z]
// "[]x]" d4 CharClass/d4[5d 5d 78 78] [\]x]
// "[^]x]" d4 CharClass/d4[0 5c 5e 77 79 10ffff] [^\]x]
// "[x-]" d4 CharClass/d4[2d 2d 78 78] [\-x]
// "[-x]" d4 CharClass/d4[2d 2d 78 78] [\-x]
// "[[:alpha:][:^digit:]]" d4 CharClass/d4[0 2f 3a 10ffff] [^0-9]
// "[\\d\\s]" d4 CharClass/d4[9 a c d 20 20 30 39] [\t\n\f\r 0-9]
// "[^\\D]" d4 CharClass/d4[30 39] [0-9]
// "\\w\\W\\S" d4 Concat(CharClass/d4[30 39 41 5a 5f 5f 61 7a] CharClass/d4[0 2f 3a 40 5b 5e 60 60 7b 10ffff] CharClass/d4[0 8 b b e 1f 21 10ffff]) [0-9A-Z_a-z][^0-9A-Z_a-z][^\t\n\f\r ]
// "\\pN" d4 CharClass of 274 [0-9²³¹¼-¾٠-٩۰-۹߀-߉०-९০-৯৴-৹੦-੯૦-૯୦-୯୲-୷௦-௲౦-౯౸-౾೦-೯൘-൞൦-൸෦-෯๐-๙໐-໙༠-༳၀-၉႐-႙፩-፼ᛮ-ᛰ០-៩៰-៹᠐-᠙᥆-᥏᧐-᧚᪀-᪉᪐-᪙᭐-᭙᮰-᮹᱀-᱉᱐-᱙⁰⁴-⁹₀-₉⅐-ↂↅ-↉①-⒛⓪-⓿❶-➓⳽〇〡-〩〸-〺㆒-㆕㈠-㈩㉈-㉏㉑-㉟㊀-㊉㊱-㊿꘠-꘩ꛦ-ꛯ꠰-꠵꣐-꣙꤀-꤉꧐-꧙꧰-꧹꩐-꩙꯰-꯹０-９𐄇-𐄳𐅀-𐅸𐆊
// "\\p{Greek}" d4 CharClass of 72 [Ͱ-ͳ͵-ͷͺ-ͽͿ΄ΆΈ-ΊΌΎ-ΡΣ-ϡϰ-Ͽᴦ-ᴪᵝ-ᵡᵦ-ᵪᶿἀ-ἕἘ-Ἕἠ-ὅὈ-Ὅὐ-ὗὙὛὝὟ-ώᾀ-ᾴᾶ-ῄῆ-ΐῖ-Ί῝-`ῲ-ῴῶ-῾Ωꭥ𐅀-𐆎𐆠𝈀-𝉅]
// "\\P{^Greek}" d4 CharClass of 72 [Ͱ-ͳ͵-ͷͺ-ͽͿ΄ΆΈ-ΊΌΎ-ΡΣ-ϡϰ-Ͽᴦ-ᴪᵝ-ᵡᵦ-ᵪᶿἀ-ἕἘ-Ἕἠ-ὅὈ-Ὅὐ-ὗὙὛὝὟ-ώᾀ-ᾴᾶ-ῄῆ-ΐῖ-Ί῝-`ῲ-ῴῶ-῾Ωꭥ𐅀-𐆎𐆠𝈀-𝉅]
// "\\p{lowercase letter}" d4 CharClass of 1316 [a-zµß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĸĺļľŀłńņňŉŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž-ƀƃƅƈƌƍƒƕƙ-ƛƞơƣƥƨƪƫƭưƴƶƹƺƽ-ƿǆǉǌǎǐǒǔǖǘǚǜǝǟǡǣǥǧǩǫǭǯǰǳǵǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟȡȣȥȧȩȫȭȯȱȳ-ȹȼȿɀɂɇɉɋɍɏ-ʓʕ-ʯͱͳͷͻ-ͽΐά-ώϐϑϕ-ϗϙϛϝϟϡϣϥϧϩϫϭϯ
// "(?i)kelvin" d4 Literal/d5"KELVIN" (?i:KELVIN)
// "(?i)[k-m]" d4 CharClass/d5[4b 4d 6b 6d 212a 212a] [K-Mk-mK]
// "(?i:straße)σ" d4 Concat(Literal/d5"STRAßE" Literal/d4"σ") (?i:STRAßE)σ
// "[Kk]" d4 CharClass/d4[4b 4b 6b 6b] [Kk]
// "[Σσ]" d4 CharClass/d4[3a3 3a3 3c3 3c3] [Σσ]
// "[Xx]" d4 Literal/d5"X" (?i:X)
// "foobar|foobaz|fox|quux" d4 Alternate(Concat(Literal"fo" Alternate(Concat(Literal"oba" CharClass/d4[72 72 7a 7a]) Literal/d4"x")) Literal/d4"quux") fo(?:oba[rz]|x)|quux
// "x+y|x+z" d4 Alternate(Concat(Plus/d4(Literal/d4"x") Literal/d4"y") Concat(Plus/d4(Literal/d4"x") Literal/d4"z")) x+y|x+z
// "[xy]z|[xy]w" d4 Concat(CharClass/d4[78 79] CharClass/d4[77 77 7a 7a]) [xy][wz]
// ".x|.y|." d4 Concat(AnyCharNotNL/d4 Alternate(CharClass/d4[78 79] EmptyMatch)) (?-s:.(?:[xy]|(?:)))
// "x{3}y|x{3}z" d4 Concat(Repeat/d4{3,3}(Literal/d4"x") CharClass/d4[79 7a]) x{3}[yz]
// "(?i)foo|FOX" d4 Concat(Literal/1"FO" CharClass/d5[4f 4f 58 58 6f 6f 78 78]) (?i:FO[OXox])
// "xx|x(?i)x" d4 Concat(Literal"x" CharClass/d4[58 58 78 78]) x[Xx]
// "x(?i)y(?-i)z(?U)w*" d4 Concat(Literal/d4"x" Literal/d5"Y" Literal/d4"z" Star/f4(Literal/f4"w")) x(?i:Y)zw*?
// "(?U)x+|y+?" d4 Alternate(Plus/f4(Literal/f4"x") Plus/d4(Literal/f4"y")) x+?|y+
// "\\Qx.y*\\Ez*" d4 Concat(Literal/d4"x.y*" Star/d4(Literal/d4"z")) x\.y\*z*
// "\\x41\\x{1F600}\\101\\0" d4 Literal/d4"A😀A\x00" A😀A\x00
// "\\a\\f\\t\\n\\r\\v\\." d4 Literal/d4"\a\f\t\n\r\v." \a\f\t\n\r\v\.
// "x(|y)" d4 Concat(Literal/d4"x" Capture/d4#1(Alternate(EmptyMatch Literal/d4"y"))) x((?:)|y)
// "()" d4 Capture/d4#1(EmptyMatch) ()
// "(x*)*" d4 Star/d4(Capture/d4#1(Star/d4(Literal/d4"x"))) (x*)*
// "((((x))))" d4 Capture/d4#1(Capture/d4#2(Capture/d4#3(Capture/d4#4(Literal/d4"x")))) ((((x))))
// "x.*y.*z" d4 Concat(Literal/d4"x" Star/d4(AnyCharNotNL/d4) Literal/d4"y" Star/d4(AnyCharNotNL/d4) Literal/d4"z") (?-s:x.*y.*z)
// "[\\x00-\\x{10FFFF}]" d4 AnyChar/d4 (?s:.)
// "[^\\x00-\\x{10FFFF}]" d4 CharClass/d4[] [^\x00-\x{10FFFF}]
// "[^\\n]" d4 AnyCharNotNL/d4 (?-s:.)
// "[[:word:]-]" d4 CharClass/d4[2d 2d 30 39 41 5a 5f 5f 61 7a] [\-0-9A-Z_a-z]
// "é|è" d4 CharClass/d4[e8 e9] [èé]
// "日本語*" d4 Concat(Literal/d4"日本" Star/d4(Literal/d4"語")) 日本語*
// "(" d4 "error parsing regexp: missing closing ): `(`"
// ")" d4 "error parsing regexp: unexpected ): `)`"
// "x)" d4 "error parsing regexp: unexpected ): `x)`"
// "(x" d4 "error parsing regexp: missing closing ): `(x`"
// "(?" d4 "error parsing regexp: invalid or unsupported Perl syntax: `(?`"
// "(?i" d4 "error parsing regexp: invalid or unsupported Perl syntax: `(?i`"
// "(?i-" d4 "error parsing regexp: invalid or unsupported Perl syntax: `(?i-`"
// "(?i-)x" d4 "error parsing regexp: invalid or unsupported Perl syntax: `(?i-)`"
// "(?z)" d4 "error parsing regexp: invalid or unsupported Perl syntax: `(?z`"
// "(?i--s)" d4 "error parsing regexp: invalid or unsupported Perl syntax: `(?i--`"
// "(?=x)" d4 "error parsing regexp: invalid or unsupported Perl syntax: `(?=`"
// "(?P<x" d4 "error parsing regexp: invalid named capture: `(?P<x`"
// "(?P<x-y>z)" d4 "error parsing regexp: invalid named capture: `(?P<x-y>`"
// "(?P=x)" d4 "error parsing regexp: invalid or unsupported Perl syntax: `(?P`"
// "(?<>x)" d4 "error parsing regexp: invalid named capture: `(?<>`"
// "[" d4 "error parsing regexp: missing closing ]: `[`"
// "[x" d4 "error parsing regexp: missing closing ]: `[x`"
// "[z-x]" d4 "error parsing regexp: invalid character class range: `z-x`"
// "[x-\\d]" d4 "error parsing regexp: invalid escape sequence: `\\d`"
// "[[:foo:]]" d4 "error parsing regexp: invalid character class range: `[:foo:]`"
// "[\\q]" d4 "error parsing regexp: invalid escape sequence: `\\q`"
// "\\" d4 "error parsing regexp: trailing backslash at end of expression: ``"
// "x\\" d4 "error parsing regexp: trailing backslash at end of expression: ``"
// "\\q" d4 "error parsing regexp: invalid escape sequence: `\\q`"
// "\\8" d4 "error parsing regexp: invalid escape sequence: `\\8`"
// "\\1" d4 "error parsing regexp: invalid escape sequence: `\\1`"
// "\\C" d4 "error parsing regexp: invalid escape sequence: `\\C`"
// "\\x" d4 "error parsing regexp: invalid escape sequence: `\\x`"
// "\\x4" d4 "error parsing regexp: invalid escape sequence: `\\x4`"
// "\\x{}" d4 "error parsing regexp: invalid escape sequence: `\\x{}`"
// "\\x{110000}" d4 "error parsing regexp: invalid escape sequence: `\\x{110000`"
// "\\x{4z}" d4 "error parsing regexp: invalid escape sequence: `\\x{4z`"
// "\\p" d4 "error parsing regexp: invalid character class range: `\\p`"
// "\\p{" d4 "error parsing regexp: invalid character class range: `\\p{`"
// "\\p{Nope}" d4 "error parsing regexp: invalid character class range: `\\p{Nope}`"
// "\\pq" d4 "error parsing regexp: invalid character class range: `\\pq`"
// "*" d4 "error parsing regexp: missing argument to repetition operator: `*`"
// "x|*" d4 "error parsing regexp: missing argument to repetition operator: `*`"
// "(*)" d4 "error parsing regexp: missing argument to repetition operator: `*`"
// "x**" d4 "error parsing regexp: invalid nested repetition operator: `**`"
// "x+*?" d4 "error parsing regexp: invalid nested repetition operator: `+*?`"
// "x??+" d4 "error parsing regexp: invalid nested repetition operator: `??+`"
// "x{2}{3}" d4 "error parsing regexp: invalid nested repetition operator: `{2}{3}`"
// "x{1001}" d4 "error parsing regexp: invalid repeat count: `{1001}`"
// "x{3,2}" d4 "error parsing regexp: invalid repeat count: `{3,2}`"
// "x{1,99999999999}" d4 "error parsing regexp: invalid repeat count: `{1,99999999999}`"
// "(x{100}){11}" d4 "error parsing regexp: invalid repeat count: `{11}`"
// "\xff" d4 "error parsing regexp: invalid UTF-8: `\xff`"
// "x\xffy" d4 "error parsing regexp: invalid UTF-8: `\xffy`"
// "[\xff]" d4 "error parsing regexp: invalid UTF-8: `\xff]`"
// "\\\xff" d4 "error parsing regexp: invalid UTF-8: `\xff`"
// "(?\xff)" d4 "error parsing regexp: invalid UTF-8: `\xff)`"
// "(?P<\xff>x)" d4 "error parsing regexp: invalid UTF-8: `\xff`"
// "\\p{\xff}" d4 "error parsing regexp: invalid UTF-8: `\xff`"
// "^*" d4 Star/d4(BeginText/d4) \A*
// "$+" d4 Plus/d4(EndText/1d4) (?-m:$+)
// "\\b?" d4 Quest/d4(WordBoundary/d4) \b?
// "" 0 EmptyMatch (?:)
// "x" 0 Literal"x" x
// "xyz" 0 Literal"xyz" xyz
// "xy*z+w??" 0 Concat(Literal"x" Star(Literal"y") Plus(Literal"z") Quest(Quest(Literal"w"))) xy*z+(?:w?)?
// "x|y|z" 0 CharClass[78 7a] [x-z]
// "x|yz|" 0 Alternate(Literal"x" Literal"yz" EmptyMatch) x|yz|(?:)
// "|x||y" 0 Alternate(EmptyMatch Literal"x" EmptyMatch Literal"y") (?:)|x|(?:)|y
// "(x)(y(z))" 0 Concat(Capture#1(Literal"x") Capture#2(Concat(Literal"y" Capture#3(Literal"z")))) (x)(y(z))
// "(?P<first>x)|(?<second>y)" 0 "error parsing regexp: missing argument to repetition operator: `?`"
// "(?:x|y)+?" 0 "error parsing regexp: missing argument to repetition operator: `?`"
// "x{2}y{3,}z{0,4}?" 0 Concat(Repeat{2,2}(Literal"x") Repeat{3,-1}(Literal"y") Quest(Repeat{0,4}(Literal"z"))) x{2}y{3,}(?:z{0,4})?
// "x{,3}" 0 Literal"x{,3}" x\{,3\}
// "x{01}" 0 Literal"x{01}" x\{01\}
// "x{" 0 Literal"x{" x\{
// "^$." 0 Concat(BeginLine EndLine AnyCharNotNL) (?m-s:^$.)
// "(?s).(?-s)." 0 "error parsing regexp: missing argument to repetition operator: `?`"
// "(?m)^x$" 0 "error parsing regexp: missing argument to repetition operator: `?`"
// "\\Ax\\z" 0 "error parsing regexp: invalid escape sequence: `\\A`"
// "\\bx\\B" 0 "error parsing regexp: invalid escape sequence: `\\b`"
// "[xyz]" 0 CharClass[78 7a] [x-z]
// "[^xyz]" 0 CharClass[0 9 b 77 7b 10ffff] [^\nx-z]
// "[x-zA-C_]" 0 CharClass[41 43 5f 5f 78 7a] [A-C_x-z]
// "[]x]" 0 CharClass[5d 5d 78 78] [\]x]
// "[^]x]" 0 CharClass[0 9 b 5c 5e 77 79 10ffff] [^\n\]x]
// "[x-]" 0 CharClass[2d 2d 78 78] [\-x]
// "[-x]" 0 CharClass[2d 2d 78 78] [\-x]
// "[[:alpha:][:^digit:]]" 0 CharClass[0 2f 3a 10ffff] [^0-9]
// "[\\d\\s]" 0 "error parsing regexp: invalid escape sequence: `\\d`"
// "[^\\D]" 0 "error parsing regexp: invalid escape sequence: `\\D`"
// "\\w\\W\\S" 0 "error parsing regexp: invalid escape sequence: `\\w`"
// "\\pN" 0 "error parsing regexp: invalid escape sequence: `\\p`"
// "\\p{Greek}" 0 "error parsing regexp: invalid escape sequence: `\\p`"
// "\\P{^Greek}" 0 "error parsing regexp: invalid escape sequence: `\\P`"
// "\\p{lowercase letter}" 0 "error parsing regexp: invalid escape sequence: `\\p`"
// "(?i)kelvin" 0 "error parsing regexp: missing argument to repetition operator: `?`"
// "(?i)[k-m]" 0 "error parsing regexp: missing argument to repetition operator: `?`"
// "(?i:straße)σ" 0 "error parsing regexp: missing argument to repetition operator: `?`"
// "[Kk]" 0 CharClass[4b 4b 6b 6b] [Kk]
// "[Σσ]" 0 CharClass[3a3 3a3 3c3 3c3] [Σσ]
// "[Xx]" 0 Literal/1"X" (?i:X)
// "foobar|foobaz|fox|quux" 0 Alternate(Concat(Literal"fo" Alternate(Concat(Literal"oba" CharClass[72 72 7a 7a]) Literal"x")) Literal"quux") fo(?:oba[rz]|x)|quux
// "x+y|x+z" 0 Alternate(Concat(Plus(Literal"x") Literal"y") Concat(Plus(Literal"x") Literal"z")) x+y|x+z
// "[xy]z|[xy]w" 0 Concat(CharClass[78 79] CharClass[77 77 7a 7a]) [xy][wz]
// ".x|.y|." 0 Concat(AnyCharNotNL Alternate(CharClass[78 79] EmptyMatch)) (?-s:.(?:[xy]|(?:)))
// "x{3}y|x{3}z" 0 Concat(Repeat{3,3}(Literal"x") CharClass[79 7a]) x{3}[yz]
// "(?i)foo|FOX" 0 "error parsing regexp: missing argument to repetition operator: `?`"
// "xx|x(?i)x" 0 "error parsing regexp: missing argument to repetition operator: `?`"
// "x(?i)y(?-i)z(?U)w*" 0 "error parsing regexp: missing argument to repetition operator: `?`"
// "(?U)x+|y+?" 0 "error parsing regexp: missing argument to repetition operator: `?`"
// "\\Qx.y*\\Ez*" 0 "error parsing regexp: invalid escape sequence: `\\Q`"
// "\\x41\\x{1F600}\\101\\0" 0 Literal"A😀A\x00" A😀A\x00
// "\\a\\f\\t\\n\\r\\v\\." 0 Literal"\a\f\t\n\r\v." \a\f\t\n\r\v\.
// "x(|y)" 0 Concat(Literal"x" Capture#1(Alternate(EmptyMatch Literal"y"))) x((?:)|y)
// "()" 0 Capture#1(EmptyMatch) ()
// "(x*)*" 0 Star(Capture#1(Star(Literal"x"))) (x*)*
// "((((x))))" 0 Capture#1(Capture#2(Capture#3(Capture#4(Literal"x")))) ((((x))))
// "x.*y.*z" 0 Concat(Literal"x" Star(AnyCharNotNL) Literal"y" Star(AnyCharNotNL) Literal"z") (?-s:x.*y.*z)
// "[\\x00-\\x{10FFFF}]" 0 AnyChar (?s:.)
// "[^\\x00-\\x{10FFFF}]" 0 CharClass[] [^\x00-\x{10FFFF}]
// "[^\\n]" 0 AnyCharNotNL (?-s:.)
// "[[:word:]-]" 0 CharClass[2d 2d 30 39 41 5a 5f 5f 61 7a] [\-0-9A-Z_a-z]
// "é|è" 0 CharClass[e8 e9] [èé]
// "日本語*" 0 Concat(Literal"日本" Star(Literal"語")) 日本語*
// "(" 0 "error parsing regexp: missing closing ): `(`"
// ")" 0 "error parsing regexp: unexpected ): `)`"
// "x)" 0 "error parsing regexp: unexpected ): `x)`"
// "" d5 EmptyMatch (?:)
// "x" cc Literal/cc"x" x
// "xyz" 60 Literal/60"xyz" xyz
// "xy*z+w??" 3 Literal/3"xy*z+w??" (?i:xy\*z\+w\?\?)
// "x|y|z" d5 CharClass/d5[58 5a 78 7a] [X-Zx-z]
// "x|yz|" cc Alternate(Literal/cc"x" Literal/cc"yz" EmptyMatch) x|yz|(?:)
// "|x||y" 60 Alternate(EmptyMatch Literal/60"x" EmptyMatch Literal/60"y") (?:)|x|(?:)|y
// "(x)(y(z))" 3 Literal/3"(x)(y(z))" (?i:\(x\)\(y\(z\)\))
// "(?P<first>x)|(?<second>y)" d5 Alternate(Capture/d5#1first(Literal/d5"X") Capture/d5#2second(Literal/d5"Y")) (?i:(?P<first>X)|(?P<second>Y))
// "(?:x|y)+?" cc Plus/ec(CharClass/cc[78 79]) [xy]+?
// "x{2}y{3,}z{0,4}?" 60 Concat(Repeat/60{2,2}(Literal/60"x") Repeat/60{3,-1}(Literal/60"y") Repeat/40{0,4}(Literal/60"z")) x{2}?y{3,}?z{0,4}
// "x{,3}" 3 Literal/3"x{,3}" (?i:x\{,3\})
// "x{01}" d5 Literal/d5"X{01}" (?i:X\{01\})
// "x{" cc Literal/cc"x{" x\{
// "^$." 60 Concat(BeginLine/60 EndLine/60 AnyCharNotNL/60) (?m-s:^$.)
// "(?s).(?-s)." 3 Literal/3"(?s).(?-s)." (?i:\(\?s\)\.\(\?-s\)\.)
// "(?m)^x$" d5 Concat(BeginLine/c5 Literal/c5"X" EndLine/c5) (?im:^X$)
// "\\Ax\\z" cc Concat(BeginText/cc Literal/cc"x" EndText/cc) \Ax\z
// "\\bx\\B" 60 Concat(WordBoundary/60 Literal/60"x" NoWordBoundary/60) \bx\B
// "[xyz]" 3 Literal/3"[xyz]" (?i:\[xyz\])
// "[^xyz]" d5 CharClass/d5[0 57 5b 77 7b 10ffff] [^X-Zx-z]
// "[x-zA-C_]" cc CharClass/cc[41 43 5f 5f 78 7a] [A-C_x-z]
// "[]x]" 60 CharClass/60[5d 5d 78 78] [\]x]
// "[^]x]" 3 Literal/3"[^]x]" (?i:\[\^\]x\])
// "[x-]" d5 CharClass/d5[2d 2d 58 58 78 78] [\-Xx]
// "[-x]" cc CharClass/cc[2d 2d 78 78] [\-x]
// "[[:alpha:][:^digit:]]" 60 CharClass/60[0 2f 3a 10ffff] [^0-9]
// "[\\d\\s]" 3 Literal/3"[\\d\\s]" (?i:\[\\d\\s\])
// "[^\\D]" d5 CharClass/d5[30 39] [0-9]
// "\\w\\W\\S" cc Concat(CharClass/cc[30 39 41 5a 5f 5f 61 7a] CharClass/cc[0 2f 3a 40 5b 5e 60 60 7b 10ffff] CharClass/cc[0 8 b b e 1f 21 10ffff]) [0-9A-Z_a-z][^0-9A-Z_a-z][^\t\n\f\r ]
// "\\pN" 60 "error parsing regexp: invalid escape sequence: `\\p`"
// "\\p{Greek}" 3 Literal/3"\\p{Greek}" (?i:\\p\{Greek\})
// "\\P{^Greek}" d5 CharClass of 76 [µͅͰ-ͳ͵-ͷͺ-ͽͿ΄ΆΈ-ΊΌΎ-ΡΣ-ϡϰ-Ͽᴦ-ᴪᵝ-ᵡᵦ-ᵪᶿἀ-ἕἘ-Ἕἠ-ὅὈ-Ὅὐ-ὗὙὛὝὟ-ώᾀ-ᾴᾶ-ῄῆ-ΐῖ-Ί῝-`ῲ-ῴῶ-῾Ωꭥ𐅀-𐆎𐆠𝈀-𝉅]
// "\\p{lowercase letter}" cc CharClass of 1316 [a-zµß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĸĺļľŀłńņňŉŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž-ƀƃƅƈƌƍƒƕƙ-ƛƞơƣƥƨƪƫƭưƴƶƹƺƽ-ƿǆǉǌǎǐǒǔǖǘǚǜǝǟǡǣǥǧǩǫǭǯǰǳǵǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟȡȣȥȧȩȫȭȯȱȳ-ȹȼȿɀɂɇɉɋɍɏ-ʓʕ-ʯͱͳͷͻ-ͽΐά-ώϐϑϕ-ϗϙϛϝϟϡϣϥϧϩϫϭϯ
// "(?i)kelvin" 60 Literal/61"KELVIN" (?i:KELVIN)
// "(?i)[k-m]" 3 Literal/3"(?i)[k-m]" (?i:\(\?i\)\[k-m\])
// "(?i:straße)σ" d5 Literal/d5"STRAßEΣ" (?i:STRAßEΣ)
// "[Kk]" cc CharClass/cc[4b 4b 6b 6b] [Kk]
// "[Σσ]" 60 CharClass/60[3a3 3a3 3c3 3c3] [Σσ]
// "[Xx]" 3 Literal/3"[Xx]" (?i:\[Xx\])
// "foobar|foobaz|fox|quux" d5 Alternate(Concat(Literal/1"FO" Alternate(Concat(Literal/1"OBA" CharClass/d5[52 52 5a 5a 72 72 7a 7a]) Literal/d5"X")) Literal/d5"QUUX") (?i:FO(?:OBA[RZrz]|X)|QUUX)
// "x+y|x+z" cc Alternate(Concat(Plus/cc(Literal/cc"x") Literal/cc"y") Concat(Plus/cc(Literal/cc"x") Literal/cc"z")) x+y|x+z
// "[xy]z|[xy]w" 60 Concat(CharClass/60[78 79] CharClass/60[77 77 7a 7a]) [xy][wz]
// ".x|.y|." 3 Literal/3".x|.y|." (?i:\.x\|\.y\|\.)
// "x{3}y|x{3}z" d5 Concat(Repeat/d5{3,3}(Literal/d5"X") CharClass/d5[59 5a 79 7a]) (?i:X{3}[YZyz])
// "(?i)foo|FOX" cc Concat(Literal/1"FO" CharClass/cd[4f 4f 58 58 6f 6f 78 78]) (?i:FO[OXox])
// "xx|x(?i)x" 60 Concat(Literal"x" CharClass/60[58 58 78 78]) x[Xx]
// "x(?i)y(?-i)z(?U)w*" 3 Literal/3"x(?i)y(?-i)z(?U)w*" (?i:x\(\?i\)y\(\?-i\)z\(\?U\)w\*)
// "(?U)x+|y+?" d5 Alternate(Plus/f5(Literal/f5"X") Plus/d5(Literal/f5"Y")) (?i:X+?|Y+)
// "\\Qx.y*\\Ez*" cc Concat(Literal/cc"x.y*" Star/cc(Literal/cc"z")) x\.y\*z*
// "\\x41\\x{1F600}\\101\\0" 60 Literal/60"A😀A\x00" A😀A\x00
// "\\a\\f\\t\\n\\r\\v\\." 3 Literal/3"\\a\\f\\t\\n\\r\\v\\." (?i:\\a\\f\\t\\n\\r\\v\\\.)
// "x(|y)" d5 Concat(Literal/d5"X" Capture/d5#1(Alternate(EmptyMatch Literal/d5"Y"))) (?i:X((?:)|Y))
// "()" cc Capture/cc#1(EmptyMatch) ()
// "(x*)*" 60 Star/60(Capture/60#1(Star/60(Literal/60"x"))) (x*?)*?
// "((((x))))" 3 Literal/3"((((x))))" (?i:\(\(\(\(x\)\)\)\))
// "x.*y.*z" d5 Concat(Literal/d5"X" Star/d5(AnyCharNotNL/d5) Literal/d5"Y" Star/d5(AnyCharNotNL/d5) Literal/d5"Z") (?i-s:X.*Y.*Z)
// "[\\x00-\\x{10FFFF}]" cc AnyChar/cc (?s:.)
// "[^\\x00-\\x{10FFFF}]" 60 CharClass/60[] [^\x00-\x{10FFFF}]
// "[^\\n]" 3 Literal/3"[^\\n]" (?i:\[\^\\n\])
// "[[:word:]-]" d5 CharClass/d5[2d 2d 30 39 41 5a 5f 5f 61 7a 17f 17f 212a 212a] [\-0-9A-Z_a-zſK]
// "é|è" cc CharClass/cc[e8 e9] [èé]
// "日本語*" 60 Concat(Literal/60"日本" Star/60(Literal/60"語")) 日本語*?
// "(" 3 Literal/3"(" \(
// ")" d5 "error parsing regexp: unexpected ): `)`"
// "x)" cc "error parsing regexp: unexpected ): `x)`"
// "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((..." d4 Capture/d4#1(Capture/d4#2(Capture/d4#3(Capture/d4#4(Capture/d4#5(Capture/d4#6(Capture/d4#7(Capture/d4#8(Capture/d4#9(Capture/d4#10(Capture/d4#11(Capture/d4#12(Capture/d4#13(Capture/d4#14(Capture/d4#15(Capture/d4#16(Capture/d4#17(Capture/d4#18(Capture/d4#19(Capture/d4#20(Capture/d4#21(Capture/d4#22(C ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
// "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((..." d4 "error parsing regexp: expression nests too deeply: `(((((((((((((((((((((((((((((((((((((((((((((((("
// "(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:..." d4 "error parsing regexp: expression nests too deeply: `(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:"
// "((xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?..." d4 "error parsing regexp: expression too large: `((xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?"
// "(xx?){1000}(xx?){1000}(xx?){1000}(xx?){1000}(xx?){1000}(xx?)..." d4 "error parsing regexp: expression too large: `(xx?){1000}(xx?){1000}(xx?){1000}(xx?){1000}(xx?){1000}"
// "x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|x|..." d4 Alternate(Literal/d4"x" EmptyMatch) x|(?:)
// "\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w\\w..." d4 Concat(CharClass/d4[30 39 41 5a 5f 5f 61 7a] CharClass/d4[30 39 41 5a 5f 5f 61 7a] CharClass/d4[30 39 41 5a 5f 5f 61 7a] CharClass/d4[30 39 41 5a 5f 5f 61 7a] CharClass/d4[30 39 41 5a 5f 5f 61 7a] CharClass/d4[30 39 41 5a 5f 5f 61 7a] CharClass/d4[30 39 41 5a 5f 5f 61 7a] CharClass/d4[30 39 41 5a 5f [0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_a-z][0-9A-Z_
// Op(0) NoMatch EmptyMatch Literal CharClass AnyCharNotNL AnyChar BeginLine EndLine BeginText EndText WordBoundary NoWordBoundary Capture Star Plus Quest Repeat Concat Alternate Op(20) Op(21) Op(22) Op(23) Op(127) opPseudo Op(200)
// 4 [  name  other] 5
// true false false true
// <invalid op0> <invalid op77> [^\x00-\x{10FFFF}]
// expression too large x error parsing regexp: expression too large: `y`
