package os

// A conduit is a pipe in the isolate's memory. It holds as much as one of Linux before a writer has to wait.
type conduit struct {
	data               []byte
	noReader, noWriter bool
	readers, writers   []chan struct{} // of those that wait
}

const conduitBytes = 64 << 10

// Streams of files that are the ends of a conduit.
const (
	readEnd  = -2
	writeEnd = -3
)

// Pipe is a pair of connected files; what is written to w can be read from r. It needs no grant, as it is memory of
// the program's own.
func Pipe() (r *File, w *File, err error) {
	c := new(conduit)
	return &File{name: "|0", stream: readEnd, conduit: c}, &File{name: "|1", stream: writeEnd, conduit: c}, nil
}

// sleep waits until it is woken, to look again.
func sleep(queue *[]chan struct{}) {
	turn := make(chan struct{}, 1)
	*queue = append(*queue, turn)
	<-turn
}

func wake(queue *[]chan struct{}) {
	for _, turn := range *queue {
		turn <- struct{}{}
	}
	*queue = nil
}

func (c *conduit) read(b []byte) int {
	for len(c.data) == 0 && !c.noWriter {
		sleep(&c.readers)
	}
	n := copy(b, c.data)
	c.data = c.data[n:]
	if len(c.data) == 0 {
		c.data = nil
	}
	wake(&c.writers)
	return n
}

// write answers with 32, the system's number of a broken pipe, if there is no reader.
func (c *conduit) write(b []byte) (n, failure int) {
	for {
		if c.noReader {
			return n, 32
		}
		k := min(len(b), conduitBytes-len(c.data))
		c.data = append(c.data, b[:k]...)
		n, b = n+k, b[k:]
		wake(&c.readers)
		if len(b) == 0 {
			return n, 0
		}
		sleep(&c.writers)
	}
}

func (c *conduit) close(end int) {
	if end == readEnd {
		c.noReader = true
	} else {
		c.noWriter = true
	}
	wake(&c.readers)
	wake(&c.writers)
}
