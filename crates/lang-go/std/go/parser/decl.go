package parser

import (
	"go/ast"
	"go/token"
)

func (p *parser) importSpec(doc *ast.CommentGroup) ast.Spec {
	if p.mode&Trace != 0 {
		defer p.trace("ImportSpec")()
	}
	var name *ast.Ident
	switch p.tok {
	case token.IDENT:
		name = p.ident()
	case token.PERIOD:
		name = &ast.Ident{NamePos: p.pos, Name: "."}
		p.next()
	}
	path := &ast.BasicLit{ValuePos: p.pos, ValueEnd: p.pos, Kind: token.STRING}
	if p.tok == token.STRING {
		path = p.literal()
	} else if p.tok.IsLiteral() {
		p.error(p.pos, "import path must be a string")
		p.next()
	} else {
		p.error(p.pos, "missing import path")
		p.advance(exprEnd)
	}
	spec := &ast.ImportSpec{Doc: doc, Name: name, Path: path, Comment: p.expectSemi()}
	p.imports = append(p.imports, spec)
	return spec
}

func (p *parser) valueSpec(doc *ast.CommentGroup, keyword token.Token) ast.Spec {
	if p.mode&Trace != 0 {
		defer p.trace(keyword.String() + "Spec")()
	}
	spec := &ast.ValueSpec{Doc: doc, Names: p.identList()}
	if keyword == token.CONST {
		if p.tok != token.EOF && p.tok != token.SEMICOLON && p.tok != token.RPAREN {
			spec.Type = p.tryType()
			if p.got(token.ASSIGN) {
				spec.Values = p.list(true)
			}
		}
	} else {
		if p.tok != token.ASSIGN {
			spec.Type = p.typ()
		}
		if p.got(token.ASSIGN) {
			spec.Values = p.list(true)
		}
	}
	spec.Comment = p.expectSemi()
	return spec
}

func (p *parser) typeSpec(doc *ast.CommentGroup) ast.Spec {
	if p.mode&Trace != 0 {
		defer p.trace("TypeSpec")()
	}
	spec := &ast.TypeSpec{Doc: doc, Name: p.ident()}
	if p.tok == token.LBRACK {
		lbrack := p.pos
		p.next()
		if p.tok == token.IDENT {
			p.arrayOrGeneric(spec, lbrack)
		} else {
			spec.Type = p.arrayType(lbrack, nil)
		}
	} else {
		p.assignedType(spec)
	}
	spec.Comment = p.expectSemi()
	return spec
}

// assignedType parses the type of a declaration, and whether it is an alias.
func (p *parser) assignedType(spec *ast.TypeSpec) {
	if p.tok == token.ASSIGN {
		spec.Assign = p.pos
		p.next()
	}
	spec.Type = p.typ()
}

// arrayOrGeneric parses what follows "[" before a name: the length of an array, or type parameters. It is parsed as an expression,
// which is then looked at: a name with a type after it is a parameter.
func (p *parser) arrayOrGeneric(spec *ast.TypeSpec, lbrack token.Pos) {
	var x ast.Expr = p.ident()
	if p.tok != token.LBRACK {
		p.level++
		x = p.binaryExpr(p.primaryExpr(x), token.LowestPrec+1)
		p.level--
	}
	name, typ := splitName(x, p.tok == token.COMMA)
	if name == nil || typ == nil && p.tok == token.RBRACK {
		spec.Type = p.arrayType(lbrack, x)
		return
	}
	if p.mode&Trace != 0 {
		defer p.trace("parseGenericType")()
	}
	list := p.params(name, typ, token.RBRACK, false)
	spec.TypeParams = &ast.FieldList{Opening: lbrack, List: list, Closing: p.expect(token.RBRACK)}
	p.assignedType(spec)
}

// splitName splits an expression such as "P *C" into a name and a type. One that might be a product or call is split if force is
// true, or its type cannot be a value.
func splitName(x ast.Expr, force bool) (*ast.Ident, ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident:
		return x, nil
	case *ast.BinaryExpr:
		switch x.Op {
		case token.MUL:
			if name, ok := x.X.(*ast.Ident); ok && (force || isType(x.Y)) {
				return name, &ast.StarExpr{Star: x.OpPos, X: x.Y}
			}
		case token.OR:
			if name, left := splitName(x.X, force || isType(x.Y)); name != nil && left != nil {
				union := *x
				union.X = left
				return name, &union
			}
		}
	case *ast.CallExpr:
		if name, ok := x.Fun.(*ast.Ident); ok && len(x.Args) == 1 && !x.Ellipsis.IsValid() && (force || isType(x.Args[0])) {
			return name, &ast.ParenExpr{Lparen: x.Lparen, X: x.Args[0], Rparen: x.Rparen}
		}
	}
	return nil, x
}

// isType reports whether an expression can only be a type or a union.
func isType(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.ArrayType, *ast.StructType, *ast.FuncType, *ast.InterfaceType, *ast.MapType, *ast.ChanType:
		return true
	case *ast.BinaryExpr:
		return isType(x.X) || isType(x.Y)
	case *ast.UnaryExpr:
		return x.Op == token.TILDE
	case *ast.ParenExpr:
		return isType(x.X)
	}
	return false
}

func (p *parser) spec(keyword token.Token, doc *ast.CommentGroup) ast.Spec {
	switch keyword {
	case token.IMPORT:
		return p.importSpec(doc)
	case token.TYPE:
		return p.typeSpec(doc)
	}
	return p.valueSpec(doc, keyword)
}

func (p *parser) genDecl(keyword token.Token) *ast.GenDecl {
	if p.mode&Trace != 0 {
		defer p.trace("GenDecl(" + keyword.String() + ")")()
	}
	d := &ast.GenDecl{Doc: p.lead, Tok: keyword}
	d.TokPos = p.expect(keyword)
	if p.tok != token.LPAREN {
		d.Specs = append(d.Specs, p.spec(keyword, nil))
		return d
	}
	d.Lparen = p.pos
	p.next()
	for p.tok != token.RPAREN && p.tok != token.EOF {
		d.Specs = append(d.Specs, p.spec(keyword, p.lead))
	}
	d.Rparen = p.expect(token.RPAREN)
	p.expectSemi()
	return d
}

func (p *parser) funcDecl() *ast.FuncDecl {
	if p.mode&Trace != 0 {
		defer p.trace("FunctionDecl")()
	}
	d := &ast.FuncDecl{Doc: p.lead}
	without := ""
	pos := p.expect(token.FUNC)
	if p.tok == token.LPAREN {
		d.Recv = p.parameters(true)
		without = "method"
	}
	d.Name = p.ident()
	tparams, params := p.signature(without)
	d.Type = &ast.FuncType{Func: pos, TypeParams: tparams, Params: params, Results: p.results()}
	switch p.tok {
	case token.LBRACE:
		d.Body = p.body()
		p.expectSemi()
	case token.SEMICOLON:
		p.next()
		if p.tok == token.LBRACE {
			p.error(p.pos, "unexpected semicolon or newline before {")
			d.Body = p.body()
			p.expectSemi()
		}
	default:
		p.expectSemi()
	}
	return d
}

// decl parses a declaration; recovery ends at one of these tokens.
func (p *parser) decl(sync [128]bool) ast.Decl {
	if p.mode&Trace != 0 {
		defer p.trace("Declaration")()
	}
	switch p.tok {
	case token.IMPORT, token.CONST, token.VAR, token.TYPE:
		return p.genDecl(p.tok)
	case token.FUNC:
		return p.funcDecl()
	}
	pos := p.pos
	p.expected(pos, "declaration")
	p.advance(sync)
	return &ast.BadDecl{From: pos, To: p.pos}
}

// parseFile parses a file; there is none if its package clause has errors.
func (p *parser) parseFile() *ast.File {
	if p.mode&Trace != 0 {
		defer p.trace("File")()
	}
	if len(p.errors) != 0 {
		return nil
	}
	f := &ast.File{Doc: p.lead}
	f.Package = p.expect(token.PACKAGE)
	f.Name = p.ident()
	if f.Name.Name == "_" && p.mode&DeclarationErrors != 0 {
		p.error(p.pos, "invalid package name _")
	}
	p.expectSemi()
	if len(p.errors) != 0 {
		return nil
	}
	if p.mode&PackageClauseOnly == 0 {
		for p.tok == token.IMPORT {
			f.Decls = append(f.Decls, p.genDecl(token.IMPORT))
		}
		if p.mode&ImportsOnly == 0 {
			prev := token.IMPORT
			for p.tok != token.EOF {
				if p.tok == token.IMPORT && prev != token.IMPORT {
					p.error(p.pos, "imports must appear before other declarations")
				}
				prev = p.tok
				f.Decls = append(f.Decls, p.decl(declStart))
			}
		}
	}
	f.Imports, f.Comments, f.GoVersion = p.imports, p.comments, p.version
	if p.mode&SkipObjectResolution == 0 {
		report := p.error
		if p.mode&DeclarationErrors == 0 {
			report = nil
		}
		resolve(f, p.file, report)
	}
	return f
}
