package runtime

// hostError is the type of the errors that functions of the host return.
type hostError string

func (e hostError) Error() string { return string(e) }

// errorText tells the host of the error that an exported function returns: whether there is one, and its text.
func errorText(err error) (bool, string) {
	if err == nil {
		return false, ""
	}
	return true, err.Error()
}

// gatherRows appends to rows what seq yields, so many at most unless that is negative, for a host that calls an
// exported function for the rows of a table. It returns the error that the function returned beside seq.
func gatherRows[V any](rows *[]V, most int, seq func(yield func(V) bool), err error) error {
	if err != nil || most == 0 {
		return err
	}
	seq(func(row V) bool {
		*rows = append(*rows, row)
		most--
		return most != 0
	})
	return nil
}
