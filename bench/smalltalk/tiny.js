// tinyBenchmarks as in tiny.st, for comparison. Arguments: runs of the sieve (1), argument of the recursion (16).
'use strict';

function benchmarkSieve(runs) {
    const size = 8190;
    let count = 0;
    for (let iteration = 1; iteration <= runs; iteration++) {
        count = 0;
        const flags = new Array(size).fill(true);
        for (let i = 1; i <= size; i++) {
            if (flags[i - 1]) {
                const prime = i + 1 + i;
                let k = i + prime;
                while (k <= size) {
                    flags[k - 1] = false;
                    k += prime;
                }
                count++;
            }
        }
    }
    return count;
}

// A method of numbers, as there.
Object.defineProperty(Number.prototype, 'benchmarkSends', {
    value: function () {
        'use strict';
        return this < 2 ? 1 : (this - 1).benchmarkSends() + (this - 2).benchmarkSends() + 1;
    },
});

const argument = (n, other) => Number(process.argv[n] ?? other);
console.log(`primes: ${benchmarkSieve(argument(2, 1))}`);
console.log(`sends: ${argument(3, 16).benchmarkSends()}`);
