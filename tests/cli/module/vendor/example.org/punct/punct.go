// Package punct is vendored.
package punct

// Bang ends a sentence.
const Bang = "!"
