package main

import (
	"errors"
	"fmt"

	"host/catalog"
)

type Order struct {
	Customer string
	Items    []string
	Stock    map[string]int64
}

type Quote struct {
	Total   int64
	Missing []string
	Left    map[string]int64
}

// Price takes what there is from the stock, and the last percent off for who buys much.
func Price(order Order, percent int64) (Quote, error) {
	if len(order.Items) == 0 {
		return Quote{}, errors.New("an empty order")
	}
	quote := Quote{Left: order.Stock}
	for _, item := range order.Items {
		if order.Stock[item] == 0 {
			quote.Missing = append(quote.Missing, item)
			continue
		}
		order.Stock[item]--
		price, err := catalog.Price(item)
		if err != nil {
			return Quote{}, err
		}
		quote.Total += price
	}
	quote.Total -= quote.Total * percent / 100
	fmt.Printf("%s: %d\n", order.Customer, quote.Total)
	return quote, nil
}

func Share(total, people int64) int64 { return total / people }

func Forever() {
	for {
	}
}

func main() {}
