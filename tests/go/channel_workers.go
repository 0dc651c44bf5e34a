// A pool of workers; the sum does not depend on who does what.
package main

import "fmt"

type job struct{ id, n int }
type result struct{ id, value int }

func work(jobs <-chan job, results chan<- result, done chan<- int) {
	count := 0
	for j := range jobs {
		f := 0
		for i := 1; i <= j.n; i++ {
			f += i * i % 7
		}
		results <- result{j.id, f}
		count++
	}
	done <- count
}

func main() {
	jobs := make(chan job, 8)
	results := make(chan result, 8)
	done := make(chan int)
	const workers, count = 5, 100
	for i := 0; i < workers; i++ {
		go work(jobs, results, done)
	}
	go func() {
		for i := 0; i < count; i++ {
			jobs <- job{i, i * 3}
		}
		close(jobs)
	}()
	values := make([]int, count)
	for i := 0; i < count; i++ {
		r := <-results
		values[r.id] = r.value
	}
	total := 0
	for i := 0; i < workers; i++ {
		total += <-done
	}
	sum := 0
	for i, v := range values {
		sum += i * v
	}
	fmt.Println(total, sum, values[:5])
}

// Output:
// 100 1974952 [0 7 14 19 27]
