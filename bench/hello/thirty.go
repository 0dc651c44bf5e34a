// A program that imports thirty packages and uses a little of each.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"math"
	"math/rand"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

type order struct {
	Name  string
	Count int
}

func main() {
	flag.Parse()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(errors.Is(ctx.Err(), context.Canceled), time.Duration(90)*time.Second)
	text, err := json.Marshal([]order{{"a", 1}, {"b", 2}})
	fmt.Println(string(text), err, regexp.MustCompile(`b+`).FindString("abbc"))
	sum := sha256.Sum256(text)
	fmt.Println(hex.EncodeToString(sum[:4]), base64.StdEncoding.EncodeToString(sum[4:8]), binary.BigEndian.Uint16(sum[8:]))
	rows, _ := csv.NewReader(strings.NewReader("x,y\n1,2\n")).ReadAll()
	counts := map[string]int{"x": len(rows), "y": cmp.Compare(1, 2)}
	fmt.Println(slices.Sorted(maps.Keys(counts)), sort.SearchInts([]int{1, 3}, 2))
	all := list.New()
	all.PushBack(strconv.Itoa(7))
	u, _ := url.Parse("https://example.org/a?b=c")
	fmt.Println(all.Len(), u.Host, filepath.Ext("a.go"), math.Sqrt(2), unicode.IsDigit('1'))
	var once sync.Once
	once.Do(func() { fmt.Println(rand.New(rand.NewSource(1)).Intn(10) >= 0) })
	line, _ := bufio.NewReader(bytes.NewReader([]byte("one\ntwo"))).ReadString('\n')
	io.WriteString(os.Stdout, line)
	log.New(os.Stdout, "log: ", 0).Print("done")
}
