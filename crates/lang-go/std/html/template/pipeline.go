package template

import (
	"fmt"
	"text/template/parse"
)

// functions are those that are added to pipelines.
var functions = FuncMap{
	"_eval_args_":                     evaluated,
	"_html_template_attrescaper":      attrEscaper,
	"_html_template_commentescaper":   commentEscaper,
	"_html_template_cssescaper":       styleString,
	"_html_template_cssvaluefilter":   styleValue,
	"_html_template_htmlescaper":      htmlEscaper,
	"_html_template_htmlnamefilter":   attrNameFilter,
	"_html_template_jsregexpescaper":  scriptRegexp,
	"_html_template_jsstrescaper":     scriptString,
	"_html_template_jstmpllitescaper": scriptTemplate,
	"_html_template_jsvalescaper":     scriptValue,
	"_html_template_nospaceescaper":   unquotedEscaper,
	"_html_template_rcdataescaper":    rcdataEscaper,
	"_html_template_srcsetescaper":    srcsetEscaper,
	"_html_template_urlescaper":       urlEscaper,
	"_html_template_urlfilter":        urlFilter,
	"_html_template_urlnormalizer":    urlNormalizer,
}

// evaluated returns the text of the arguments that a predefined function had.
func evaluated(args ...any) string {
	if len(args) == 1 {
		if s, ok := dereferenced(args[0]).(string); ok {
			return s
		}
	}
	for i, arg := range args {
		args[i] = printable(arg, errorType, stringerType)
	}
	return fmt.Sprint(args...)
}

// equivalents has what a predefined function can stand for.
var equivalents = map[string]string{
	"_html_template_attrescaper":   "html",
	"_html_template_htmlescaper":   "html",
	"_html_template_rcdataescaper": "html",
	"_html_template_urlescaper":    "urlquery",
	"_html_template_urlnormalizer": "urlquery",
}

func equivalent(name string) string {
	if other := equivalents[name]; other != "" {
		return other
	}
	return name
}

// redundant tells whether a function changes nothing of what another one writes.
func redundant(first, second string) bool {
	switch first {
	case "_html_template_commentescaper":
		return second == "_html_template_attrescaper" || second == "_html_template_htmlescaper"
	case "_html_template_cssescaper", "_html_template_jsregexpescaper", "_html_template_jsstrescaper",
		"_html_template_jstmpllitescaper":
		return second == "_html_template_attrescaper"
	case "_html_template_urlescaper":
		return second == "_html_template_urlnormalizer"
	}
	return false
}

// functionIn returns the name of the function that a command calls, empty for other commands.
func functionIn(command *parse.CommandNode) string {
	if id, ok := command.Args[0].(*parse.IdentifierNode); ok {
		return id.Ident
	}
	return ""
}

func callOf(name string, pos parse.Pos) *parse.CommandNode {
	return &parse.CommandNode{
		NodeType: parse.NodeCommand,
		Args:     []parse.Node{parse.NewIdentifier(name).SetTree(nil).SetPos(pos)},
	}
}

// addFunctions adds functions to the end of a pipeline. A predefined function at its end stands for one of them, if
// that does what it does.
func addFunctions(p *parse.PipeNode, names []string) {
	if len(names) == 0 {
		return
	}
	keep := len(p.Cmds)
	last := p.Cmds[keep-1]
	if name := functionIn(last); predefined[name] {
		if keep == 1 && len(last.Args) > 1 {
			last.Args[0] = parse.NewIdentifier("_eval_args_").SetTree(nil).SetPos(last.Args[0].Position())
			p.Cmds = append(p.Cmds, callOf(name, p.Position()))
			keep++
		}
		stands := false
		for i, added := range names {
			if equivalent(added) == name {
				names[i] = name
				stands = true
			}
		}
		if stands {
			keep--
		}
	}
	commands := make([]*parse.CommandNode, keep, keep+len(names))
	copy(commands, p.Cmds)
	// A tree that is in two sets of templates has the functions already.
	there := map[string]bool{}
	for _, command := range commands {
		if name := functionIn(command); name != "" {
			there[equivalent(name)] = true
		}
	}
	for _, name := range names {
		if there[equivalent(name)] {
			continue
		}
		if n := len(commands); n > 0 && redundant(functionIn(commands[n-1]), name) {
			continue
		}
		commands = append(commands, callOf(name, p.Position()))
	}
	p.Cmds = commands
}
