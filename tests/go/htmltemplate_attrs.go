// What the values of attributes are, by their names, and which names actions may write.
package main

import (
	"fmt"
	"html/template"
	"strings"
)

const names = `abbr accept accept-charset accesskey action alt archive async autocomplete autofocus autoplay axis background bgcolor border cellpadding cellspacing challenge char charoff charset checked cite class classid clear code codebase codetype color cols colspan compact content contenteditable contextmenu controls coords crossorigin data datetime declare default defer dir dirname disabled draggable dropzone enctype face for form formaction formenctype formmethod formnovalidate formtarget frame frameborder headers height hidden high href hreflang hspace http-equiv icon id ismap itemid itemprop itemref itemscope itemtype keytype kind label lang language link list longdesc loop low manifest marginheight marginwidth max maxlength media mediagroup method min multiple name nohref noresize noshade novalidate nowrap object open optimum pattern placeholder poster preload profile prompt pubdate radiogroup readonly rel required rev reversed role rows rowspan rules sandbox scheme scope scoped scrolling seamless selected shape size sizes slot span spellcheck src srcdoc srclang srcset standby start step style summary tabindex target text title type translate typemustmatch usemap valign value valuetype version vlink vspace width wrap xmlns align alink applet imagesrcset imagesizes integrity nonce ping referrerpolicy is inputmode download fetchpriority loading allow allowfullscreen as blocking decoding enterkeyhint popover popovertarget shadowrootmode property about resource typeof vocab prefix inlist xml:base base dynsrc lowsrc event language nomodule on once only part exportparts`

func run(src string, x any) string {
	var b strings.Builder
	t, err := template.New("x").Parse(src)
	if err != nil {
		return "parse"
	}
	if err := t.Execute(&b, x); err != nil {
		return "E"
	}
	return b.String()
}
func main() {
	for _, n := range strings.Fields(names) {
		s := run(`<a `+n+`="{{.}}">`, "a b:c, d;(")
		s = strings.TrimPrefix(s, `<a `+n+`=`)
		d := run(`<a {{.}}="x">`, n)
		d = strings.TrimPrefix(d, `<a `)
		fmt.Println(n, s, strings.HasPrefix(d, "Zgot"))
	}
}

// Output:
// abbr "a b:c, d;("> false
// accept "a b:c, d;("> false
// accept-charset "a b:c, d;("> true
// accesskey "a b:c, d;("> false
// action "#ZgotmplZ"> true
// alt "a b:c, d;("> false
// archive "#ZgotmplZ"> true
// async "a b:c, d;("> true
// autocomplete "a b:c, d;("> false
// autofocus "a b:c, d;("> false
// autoplay "a b:c, d;("> false
// axis "a b:c, d;("> false
// background "#ZgotmplZ"> true
// bgcolor "a b:c, d;("> false
// border "a b:c, d;("> false
// cellpadding "a b:c, d;("> false
// cellspacing "a b:c, d;("> false
// challenge "a b:c, d;("> true
// char "a b:c, d;("> false
// charoff "a b:c, d;("> false
// charset "a b:c, d;("> true
// checked "a b:c, d;("> false
// cite "#ZgotmplZ"> true
// class "a b:c, d;("> false
// classid "#ZgotmplZ"> true
// clear "a b:c, d;("> false
// code "a b:c, d;("> false
// codebase "#ZgotmplZ"> true
// codetype "a b:c, d;("> false
// color "a b:c, d;("> false
// cols "a b:c, d;("> false
// colspan "a b:c, d;("> false
// compact "a b:c, d;("> false
// content "a b:c, d;("> true
// contenteditable "a b:c, d;("> false
// contextmenu "a b:c, d;("> false
// controls "a b:c, d;("> false
// coords "a b:c, d;("> false
// crossorigin "a b:c, d;("> true
// data "#ZgotmplZ"> true
// datetime "a b:c, d;("> false
// declare "a b:c, d;("> false
// default "a b:c, d;("> false
// defer "a b:c, d;("> true
// dir "a b:c, d;("> false
// dirname "a b:c, d;("> false
// disabled "a b:c, d;("> false
// draggable "a b:c, d;("> false
// dropzone "a b:c, d;("> false
// enctype "a b:c, d;("> true
// face "a b:c, d;("> false
// for "a b:c, d;("> false
// form "a b:c, d;("> true
// formaction "#ZgotmplZ"> true
// formenctype "a b:c, d;("> true
// formmethod "a b:c, d;("> true
// formnovalidate "a b:c, d;("> true
// formtarget "a b:c, d;("> false
// frame "a b:c, d;("> false
// frameborder "a b:c, d;("> false
// headers "a b:c, d;("> false
// height "a b:c, d;("> false
// hidden "a b:c, d;("> false
// high "a b:c, d;("> false
// href "#ZgotmplZ"> true
// hreflang "a b:c, d;("> false
// hspace "a b:c, d;("> false
// http-equiv "a b:c, d;("> true
// icon "#ZgotmplZ"> true
// id "a b:c, d;("> false
// ismap "a b:c, d;("> false
// itemid "a b:c, d;("> false
// itemprop "a b:c, d;("> false
// itemref "a b:c, d;("> false
// itemscope "a b:c, d;("> false
// itemtype "a b:c, d;("> false
// keytype "a b:c, d;("> true
// kind "a b:c, d;("> false
// label "a b:c, d;("> false
// lang "a b:c, d;("> false
// language "a b:c, d;("> true
// link "a b:c, d;("> false
// list "a b:c, d;("> false
// longdesc "#ZgotmplZ"> true
// loop "a b:c, d;("> false
// low "a b:c, d;("> false
// manifest "#ZgotmplZ"> true
// marginheight "a b:c, d;("> false
// marginwidth "a b:c, d;("> false
// max "a b:c, d;("> false
// maxlength "a b:c, d;("> false
// media "a b:c, d;("> false
// mediagroup "a b:c, d;("> false
// method "a b:c, d;("> true
// min "a b:c, d;("> false
// multiple "a b:c, d;("> false
// name "a b:c, d;("> false
// nohref "a b:c, d;("> false
// noresize "a b:c, d;("> false
// noshade "a b:c, d;("> false
// novalidate "a b:c, d;("> true
// nowrap "a b:c, d;("> false
// object "a b:c, d;("> false
// open "a b:c, d;("> false
// optimum "a b:c, d;("> false
// pattern "a b:c, d;("> true
// placeholder "a b:c, d;("> false
// poster "#ZgotmplZ"> true
// preload "a b:c, d;("> false
// profile "#ZgotmplZ"> true
// prompt "a b:c, d;("> false
// pubdate "a b:c, d;("> false
// radiogroup "a b:c, d;("> false
// readonly "a b:c, d;("> false
// rel "a b:c, d;("> true
// required "a b:c, d;("> false
// rev "a b:c, d;("> false
// reversed "a b:c, d;("> false
// role "a b:c, d;("> false
// rows "a b:c, d;("> false
// rowspan "a b:c, d;("> false
// rules "a b:c, d;("> false
// sandbox "a b:c, d;("> true
// scheme "a b:c, d;("> false
// scope "a b:c, d;("> false
// scoped "a b:c, d;("> false
// scrolling "a b:c, d;("> false
// seamless "a b:c, d;("> false
// selected "a b:c, d;("> false
// shape "a b:c, d;("> false
// size "a b:c, d;("> false
// sizes "a b:c, d;("> false
// slot "a b:c, d;("> false
// span "a b:c, d;("> false
// spellcheck "a b:c, d;("> false
// src "#ZgotmplZ"> true
// srcdoc "a b:c, d;("> true
// srclang "a b:c, d;("> false
// srcset "#ZgotmplZ, d;%28"> true
// standby "a b:c, d;("> false
// start "a b:c, d;("> false
// step "a b:c, d;("> false
// style "ZgotmplZ"> true
// summary "a b:c, d;("> false
// tabindex "a b:c, d;("> false
// target "a b:c, d;("> false
// text "a b:c, d;("> false
// title "a b:c, d;("> false
// type "a b:c, d;("> true
// translate "a b:c, d;("> false
// typemustmatch "a b:c, d;("> false
// usemap "#ZgotmplZ"> true
// valign "a b:c, d;("> false
// value "a b:c, d;("> true
// valuetype "a b:c, d;("> false
// version "a b:c, d;("> false
// vlink "a b:c, d;("> false
// vspace "a b:c, d;("> false
// width "a b:c, d;("> false
// wrap "a b:c, d;("> false
// xmlns "#ZgotmplZ"> true
// align "a b:c, d;("> false
// alink "a b:c, d;("> false
// applet "a b:c, d;("> false
// imagesrcset "#ZgotmplZ"> true
// imagesizes "a b:c, d;("> false
// integrity "a b:c, d;("> false
// nonce "a b:c, d;("> false
// ping "a b:c, d;("> false
// referrerpolicy "a b:c, d;("> false
// is "a b:c, d;("> false
// inputmode "a b:c, d;("> false
// download "a b:c, d;("> false
// fetchpriority "a b:c, d;("> false
// loading "a b:c, d;("> false
// allow "a b:c, d;("> false
// allowfullscreen "a b:c, d;("> false
// as "a b:c, d;("> false
// blocking "a b:c, d;("> false
// decoding "a b:c, d;("> false
// enterkeyhint "a b:c, d;("> false
// popover "a b:c, d;("> false
// popovertarget "a b:c, d;("> false
// shadowrootmode "a b:c, d;("> false
// property "a b:c, d;("> false
// about "a b:c, d;("> false
// resource "a b:c, d;("> false
// typeof "a b:c, d;("> false
// vocab "a b:c, d;("> false
// prefix "a b:c, d;("> false
// inlist "a b:c, d;("> false
// xml:base "a b:c, d;("> true
// base "a b:c, d;("> false
// dynsrc "#ZgotmplZ"> true
// lowsrc "#ZgotmplZ"> true
// event "a b:c, d;("> false
// language "a b:c, d;("> true
// nomodule "a b:c, d;("> false
// on "&#34;a b:c, d;(&#34;"> true
// once "&#34;a b:c, d;(&#34;"> true
// only "&#34;a b:c, d;(&#34;"> true
// part "a b:c, d;("> false
// exportparts "a b:c, d;("> false
