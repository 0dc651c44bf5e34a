//go:build never

package excluded
