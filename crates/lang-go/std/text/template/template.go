// Package template executes templates: text with actions that a data structure fills in. Package parse builds
// their trees; values are reached by reflection, with what a type's names mean kept by type.
package template

import (
	"fmt"
	"reflect"
	"strings"
	"text/template/parse"
	"unicode"
)

// shared is what associated templates have in common.
type shared struct {
	templates map[string]*Template
	funcs     map[string]function
	declared  map[string]any // the same functions, for the parser
	missing   missingKey
}

// missingKey is what an absent key of a map means.
type missingKey int

const (
	missingIsInvalid missingKey = iota // no value
	missingIsZero                      // the zero value of the map's elements
	missingIsError
)

// Template is a parsed template. The tree is there for html/template.
type Template struct {
	name string
	*parse.Tree
	*shared
	left, right string // the delimiters, empty by default
}

// FuncMap gives functions their names in templates.
type FuncMap map[string]any

// New returns a template without a definition.
func New(name string) *Template {
	return &Template{name: name}
}

// New returns a template without a definition, associated with t.
func (t *Template) New(name string) *Template {
	t.init()
	return &Template{name: name, shared: t.shared, left: t.left, right: t.right}
}

func (t *Template) init() {
	if t.shared == nil {
		t.shared = &shared{
			templates: map[string]*Template{},
			funcs:     map[string]function{},
			declared:  map[string]any{},
		}
	}
}

// Name returns the name of the template.
func (t *Template) Name() string { return t.name }

// Must returns t, and panics if there is an error.
func Must(t *Template, err error) *Template {
	if err != nil {
		panic(err)
	}
	return t
}

// Delims sets the delimiters of actions for texts that are parsed from now on.
func (t *Template) Delims(left, right string) *Template {
	t.init()
	t.left, t.right = left, right
	return t
}

// Option sets options; one that does not exist panics.
func (t *Template) Option(opt ...string) *Template {
	t.init()
	for _, o := range opt {
		switch o {
		case "":
			panic("empty option string")
		case "missingkey=default", "missingkey=invalid":
			t.missing = missingIsInvalid
		case "missingkey=zero":
			t.missing = missingIsZero
		case "missingkey=error":
			t.missing = missingIsError
		default:
			panic("unrecognized option: " + o)
		}
	}
	return t
}

// Funcs adds functions. A name that is no identifier, or a value that templates cannot call, panics.
func (t *Template) Funcs(funcMap FuncMap) *Template {
	t.init()
	for name, f := range funcMap {
		if !isIdentifier(name) {
			panic(fmt.Errorf("function name %q is not a valid identifier", name))
		}
		v := reflect.ValueOf(f)
		if v.Kind() != reflect.Func {
			panic("value for " + name + " not a function")
		}
		sig := signatureOf(v.Type())
		if err := sig.check(name); err != nil {
			panic(err)
		}
		t.funcs[name] = function{v, sig}
		t.declared[name] = f
	}
	return t
}

func isIdentifier(name string) bool {
	for i, r := range name {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != ""
}

// Lookup returns the associated template of the name, nil if there is none.
func (t *Template) Lookup(name string) *Template {
	if t.shared == nil {
		return nil
	}
	return t.templates[name]
}

// Templates returns the defined templates that are associated with t.
func (t *Template) Templates() []*Template {
	if t.shared == nil {
		return nil
	}
	list := make([]*Template, 0, len(t.templates))
	for _, other := range t.templates {
		list = append(list, other)
	}
	return list
}

// DefinedTemplates lists the defined templates for a message, empty if there are none.
func (t *Template) DefinedTemplates() string {
	if t.shared == nil {
		return ""
	}
	var names []string
	for name, other := range t.templates {
		if other.Tree != nil && other.Root != nil {
			names = append(names, fmt.Sprintf("%q", name))
		}
	}
	if names == nil {
		return ""
	}
	return "; defined templates are: " + strings.Join(names, ", ")
}

// Parse defines t, and other templates that the text defines, as associates of t. A text without contents
// does not replace a definition.
func (t *Template) Parse(text string) (*Template, error) {
	t.init()
	trees, err := parse.Parse(t.name, text, t.left, t.right, t.declared, builtinNames)
	if err != nil {
		return nil, err
	}
	for name, tree := range trees {
		if _, err := t.AddParseTree(name, tree); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// AddParseTree makes the tree the definition of the associated template of the name, which is returned.
func (t *Template) AddParseTree(name string, tree *parse.Tree) (*Template, error) {
	t.init()
	target := t
	if name != t.name {
		target = t.New(name)
	}
	old := t.templates[name]
	if old != nil && old.Tree != nil && parse.IsEmptyTree(tree.Root) {
		// The old definition stays; a template that has none takes even an empty one.
		if target.Tree == nil {
			target.Tree = tree
		}
		return target, nil
	}
	t.templates[name] = target
	target.Tree = tree
	return target, nil
}

// Clone returns a copy of t with copies of all associated templates. The trees are shared.
func (t *Template) Clone() (*Template, error) {
	c := *t
	c.shared = nil
	c.init()
	if t.shared == nil {
		return &c, nil
	}
	c.missing = t.missing
	for name, f := range t.funcs {
		c.funcs[name] = f
		c.declared[name] = t.declared[name]
	}
	for name, other := range t.templates {
		if name == t.name {
			c.templates[name] = &c
			continue
		}
		o := *other
		o.shared = c.shared
		c.templates[name] = &o
	}
	return &c, nil
}

// Copy returns a copy of the tree of t, nil if there is none.
func (t Template) Copy() *parse.Tree { return t.Tree.Copy() }

// ErrorContext returns the place of a node and its text, shortened, for messages. The tree may be nil.
func (t Template) ErrorContext(n parse.Node) (location, context string) {
	return t.Tree.ErrorContext(n)
}
