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
