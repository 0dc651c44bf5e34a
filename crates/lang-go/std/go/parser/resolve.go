package parser

import (
	"go/ast"
	"go/token"
)

func resolve(f *ast.File, report func(token.Pos, string)) {}
