// What debug.BuildInfo prints, and what ParseBuildInfo reads of it and of what is malformed.
package main

import (
	"fmt"
	"runtime/debug"
)

var texts = []string{
	"", "\n", "go\tgo1.20\n", "go\tgo1.20", "path\tp/q\n", "mod\ta\tv1\th1:x\n", "mod\ta\tv1\n", "mod\ta\n", "mod\n", "mod\ta\tb\tc\td\n",
	"dep\ta\tv1\th1:x\n", "dep\ta\tv1\n=>\tb\tv2\th1:y\n", "=>\tb\tv2\th1:y\n", "dep\ta\tv1\n=>\tb\tv2\n", "dep\ta\tv1\n=>\tb\n", "dep\ta\tv1\n=>\tb\tv2\tc\td\n",
	"mod\ta\tv1\tx\n=>\tb\tv2\th1:y\n", "build\tk=v\n", "build\tk\n", "build\t=v\n", "build\tk=\n", "build\t\"k k\"=\"v v\"\n", "build\t\"k=\"v\"\n", "build\tk=\"v\n", "build\tk=\"v\"x\n",
	"build\tk=`v`\n", "build\t`k`=v\n", "build\tk=v=w\n", "build\ta=b\nbuild\tc=d\n", "other\tline\n", "go\n", "go \tx\n", "path\t\n", "dep\t\n", "dep\t\t\n", "dep\ta\t\n",
	"build\t\n", "build\t\"k\"\n", "build\t\"k\n", "build\t\"\\z\"=v\n", "build\t\"k\"=\n", "mod\ta\tb\n=>\tc\td\te", "build\tk=v", "dep", "dep\ta", "=>\n", "=>\ta\n", "build\t\"\"=x\n", "build\tk v=w\n", "build\tk=v w\n", "build\t\"k\"z=v\n", "build\tk=a\\nb\n", "build\tk=\"a\\nb\"\n", "build\tk=\"a\\zb\"\n", "build\t 'k'=v\n", "path\ta\tb\n", "go\ta\tb\n",
	"dep\ta\tb\nfoo\n=>\tc\td\te\n", "dep\ta\tb\ndep\tc\td\n=>\tc\td\te\n=>\tf\tg\th\n", "mod\ta\tb\nmod\tc\td\n", "\ngo\tx\n\npath\ty\n", "go\tx\r\npath\ty\r\n",
	"go\tgo1.26\npath\tcmd/x\nmod\texample.com/m\tv1.2.3\th1:abc=\ndep\tgolang.org/x/a\tv0.1.0\th1:def=\n=>\t../a\t(devel)\t\nbuild\t-compiler=gc\nbuild\tCGO_ENABLED=0\nbuild\t-ldflags=\"-X 'a=b c'\"\n",
}

func main() {
	for i, t := range texts {
		bi, err := debug.ParseBuildInfo(t)
		if err != nil {
			fmt.Printf("%d %q: error %v %v\n", i, t, err, bi == nil)
			continue
		}
		fmt.Printf("%d %q: %q %q %q %q %q %d %q\n", i, t, bi.GoVersion, bi.Path, bi.Main.Path, bi.Main.Version, bi.Main.Sum, len(bi.Deps), bi.Settings)
		for _, d := range bi.Deps {
			fmt.Printf("   %q %q %q %v\n", d.Path, d.Version, d.Sum, d.Replace != nil)
		}
		fmt.Printf("   %q\n", bi.String())
	}
	infos := []debug.BuildInfo{{}, {GoVersion: "x y", Path: "p\n"}, {Main: debug.Module{Path: "m"}}, {Main: debug.Module{Version: "v", Sum: "s"}},
		{Main: debug.Module{Path: "m", Replace: &debug.Module{Path: "r", Version: "1", Sum: "s"}}},
		{Deps: []*debug.Module{{Path: "a", Sum: "x"}, {Path: "b", Sum: "hidden", Replace: &debug.Module{Path: "c", Replace: &debug.Module{Path: "d"}}}}},
		{Settings: []debug.BuildSetting{{"", ""}, {"k", ""}, {"k k", "v v"}, {"k=k", "v=v"}, {"\"k", "\"v"}, {"k\n", "v\n"}, {"`", "`"}, {"é", "é"}, {"k\t", "v\t"}, {"'k'", "'v'"}, {"k", "\x00\xff"}, {"k\r", "v\r"}, {"k\\", "v\\"}}}}
	for _, bi := range infos {
		s := bi.String()
		fmt.Printf("%q\n", s)
		back, err := debug.ParseBuildInfo(s)
		fmt.Println(back != nil, err)
	}
}

// Output:
// 0 "": "" "" "" "" "" 0 []
//    ""
// 1 "\n": "" "" "" "" "" 0 []
//    ""
// 2 "go\tgo1.20\n": "" "" "" "" "" 0 []
//    ""
// 3 "go\tgo1.20": "" "" "" "" "" 0 []
//    ""
// 4 "path\tp/q\n": "" "p/q" "" "" "" 0 []
//    "path\tp/q\n"
// 5 "mod\ta\tv1\th1:x\n": "" "" "a" "v1" "h1:x" 0 []
//    "mod\ta\tv1\th1:x\n"
// 6 "mod\ta\tv1\n": "" "" "a" "v1" "" 0 []
//    "mod\ta\tv1\t\n"
// 7 "mod\ta\n": error could not parse Go build info: line 1: expected 2 or 3 columns; got 1 true
// 8 "mod\n": "" "" "" "" "" 0 []
//    ""
// 9 "mod\ta\tb\tc\td\n": error could not parse Go build info: line 1: expected 2 or 3 columns; got 4 true
// 10 "dep\ta\tv1\th1:x\n": "" "" "" "" "" 1 []
//    "a" "v1" "h1:x" false
//    "dep\ta\tv1\th1:x\n"
// 11 "dep\ta\tv1\n=>\tb\tv2\th1:y\n": "" "" "" "" "" 1 []
//    "a" "v1" "" true
//    "dep\ta\tv1\n=>\tb\tv2\th1:y\n\n"
// 12 "=>\tb\tv2\th1:y\n": error could not parse Go build info: line 1: replacement with no module on previous line true
// 13 "dep\ta\tv1\n=>\tb\tv2\n": error could not parse Go build info: line 2: expected 3 columns for replacement; got 2 true
// 14 "dep\ta\tv1\n=>\tb\n": error could not parse Go build info: line 2: expected 3 columns for replacement; got 1 true
// 15 "dep\ta\tv1\n=>\tb\tv2\tc\td\n": error could not parse Go build info: line 2: expected 3 columns for replacement; got 4 true
// 16 "mod\ta\tv1\tx\n=>\tb\tv2\th1:y\n": "" "" "a" "v1" "x" 0 []
//    "mod\ta\tv1\n=>\tb\tv2\th1:y\n\n"
// 17 "build\tk=v\n": "" "" "" "" "" 0 [{"k" "v"}]
//    "build\tk=v\n"
// 18 "build\tk\n": error could not parse Go build info: line 1: build line missing '=' after key true
// 19 "build\t=v\n": error could not parse Go build info: line 1: build line with missing key true
// 20 "build\tk=\n": "" "" "" "" "" 0 [{"k" ""}]
//    "build\tk=\n"
// 21 "build\t\"k k\"=\"v v\"\n": "" "" "" "" "" 0 [{"k k" "v v"}]
//    "build\t\"k k\"=\"v v\"\n"
// 22 "build\t\"k=\"v\"\n": error could not parse Go build info: line 1: unexpected character after quoted key: 'v' true
// 23 "build\tk=\"v\n": error could not parse Go build info: line 1: invalid quoted value in build line true
// 24 "build\tk=\"v\"x\n": error could not parse Go build info: line 1: invalid quoted value in build line true
// 25 "build\tk=`v`\n": "" "" "" "" "" 0 [{"k" "v"}]
//    "build\tk=v\n"
// 26 "build\t`k`=v\n": "" "" "" "" "" 0 [{"k" "v"}]
//    "build\tk=v\n"
// 27 "build\tk=v=w\n": "" "" "" "" "" 0 [{"k" "v=w"}]
//    "build\tk=v=w\n"
// 28 "build\ta=b\nbuild\tc=d\n": "" "" "" "" "" 0 [{"a" "b"} {"c" "d"}]
//    "build\ta=b\nbuild\tc=d\n"
// 29 "other\tline\n": "" "" "" "" "" 0 []
//    ""
// 30 "go\n": "" "" "" "" "" 0 []
//    ""
// 31 "go \tx\n": "" "" "" "" "" 0 []
//    ""
// 32 "path\t\n": "" "" "" "" "" 0 []
//    ""
// 33 "dep\t\n": error could not parse Go build info: line 1: expected 2 or 3 columns; got 1 true
// 34 "dep\t\t\n": "" "" "" "" "" 1 []
//    "" "" "" false
//    "dep\t\t\t\n"
// 35 "dep\ta\t\n": "" "" "" "" "" 1 []
//    "a" "" "" false
//    "dep\ta\t\t\n"
// 36 "build\t\n": error could not parse Go build info: line 1: build line missing '=' true
// 37 "build\t\"k\"\n": error could not parse Go build info: line 1: build line missing '=' after quoted key true
// 38 "build\t\"k\n": error could not parse Go build info: line 1: invalid quoted key in build line true
// 39 "build\t\"\\z\"=v\n": error could not parse Go build info: line 1: invalid quoted key in build line true
// 40 "build\t\"k\"=\n": "" "" "" "" "" 0 [{"k" ""}]
//    "build\tk=\n"
// 41 "mod\ta\tb\n=>\tc\td\te": "" "" "a" "b" "" 0 []
//    "mod\ta\tb\t\n"
// 42 "build\tk=v": "" "" "" "" "" 0 []
//    ""
// 43 "dep": "" "" "" "" "" 0 []
//    ""
// 44 "dep\ta": "" "" "" "" "" 0 []
//    ""
// 45 "=>\n": "" "" "" "" "" 0 []
//    ""
// 46 "=>\ta\n": error could not parse Go build info: line 1: expected 3 columns for replacement; got 1 true
// 47 "build\t\"\"=x\n": "" "" "" "" "" 0 [{"" "x"}]
//    "build\t\"\"=x\n"
// 48 "build\tk v=w\n": error could not parse Go build info: line 1: unquoted key "k v" must be quoted true
// 49 "build\tk=v w\n": error could not parse Go build info: line 1: unquoted value "v w" must be quoted true
// 50 "build\t\"k\"z=v\n": error could not parse Go build info: line 1: unexpected character after quoted key: 'z' true
// 51 "build\tk=a\\nb\n": "" "" "" "" "" 0 [{"k" "a\\nb"}]
//    "build\tk=a\\nb\n"
// 52 "build\tk=\"a\\nb\"\n": "" "" "" "" "" 0 [{"k" "a\nb"}]
//    "build\tk=\"a\\nb\"\n"
// 53 "build\tk=\"a\\zb\"\n": error could not parse Go build info: line 1: invalid quoted value in build line true
// 54 "build\t 'k'=v\n": error could not parse Go build info: line 1: unquoted key " 'k'" must be quoted true
// 55 "path\ta\tb\n": "" "a\tb" "" "" "" 0 []
//    "path\ta\tb\n"
// 56 "go\ta\tb\n": "" "" "" "" "" 0 []
//    ""
// 57 "dep\ta\tb\nfoo\n=>\tc\td\te\n": "" "" "" "" "" 1 []
//    "a" "b" "" true
//    "dep\ta\tb\n=>\tc\td\te\n\n"
// 58 "dep\ta\tb\ndep\tc\td\n=>\tc\td\te\n=>\tf\tg\th\n": error could not parse Go build info: line 4: replacement with no module on previous line true
// 59 "mod\ta\tb\nmod\tc\td\n": "" "" "c" "d" "" 0 []
//    "mod\tc\td\t\n"
// 60 "\ngo\tx\n\npath\ty\n": "" "y" "" "" "" 0 []
//    "path\ty\n"
// 61 "go\tx\r\npath\ty\r\n": "" "y\r" "" "" "" 0 []
//    "path\ty\r\n"
// 62 "go\tgo1.26\npath\tcmd/x\nmod\texample.com/m\tv1.2.3\th1:abc=\ndep\tgolang.org/x/a\tv0.1.0\th1:def=\n=>\t../a\t(devel)\t\nbuild\t-compiler=gc\nbuild\tCGO_ENABLED=0\nbuild\t-ldflags=\"-X 'a=b c'\"\n": "" "cmd/x" "example.com/m" "v1.2.3" "h1:abc=" 1 [{"-compiler" "gc"} {"CGO_ENABLED" "0"} {"-ldflags" "-X 'a=b c'"}]
//    "golang.org/x/a" "v0.1.0" "h1:def=" true
//    "path\tcmd/x\nmod\texample.com/m\tv1.2.3\th1:abc=\ndep\tgolang.org/x/a\tv0.1.0\n=>\t../a\t(devel)\t\n\nbuild\t-compiler=gc\nbuild\tCGO_ENABLED=0\nbuild\t-ldflags=\"-X 'a=b c'\"\n"
// ""
// true <nil>
// "go\tx y\npath\tp\n\n"
// true <nil>
// "mod\tm\t\t\n"
// true <nil>
// "mod\t\tv\ts\n"
// true <nil>
// "mod\tm\t\n=>\tr\t1\ts\n\n"
// true <nil>
// "dep\ta\t\tx\ndep\tb\t\n=>\tc\t\n=>\td\t\t\n\n\n"
// false could not parse Go build info: line 3: expected 3 columns for replacement; got 2
// "build\t\"\"=\nbuild\tk=\nbuild\t\"k k\"=\"v v\"\nbuild\t\"k=k\"=v=v\nbuild\t\"\\\"k\"=\"\\\"v\"\nbuild\t\"k\\n\"=\"v\\n\"\nbuild\t\"`\"=\"`\"\nbuild\té=é\nbuild\t\"k\\t\"=\"v\\t\"\nbuild\t'k'='v'\nbuild\tk=\x00\xff\nbuild\t\"k\\r\"=\"v\\r\"\nbuild\tk\\=v\\\n"
// true <nil>
