package printer

import "go/ast"

func formatDoc(list []*ast.Comment) []*ast.Comment { return list }
