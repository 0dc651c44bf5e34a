// Smopstone as in smopstone.st, for comparison. Arguments: size (20), repetitions (1).
'use strict';

class Fraction {
    constructor(numerator, denominator) {
        this.numerator = numerator;
        this.denominator = denominator;
    }
    static of(numerator, denominator) {
        let [a, b] = [numerator, denominator];
        while (b !== 0n) [a, b] = [b, a % b];
        return new Fraction(numerator / a, denominator / a);
    }
    plus(other) {
        const numerator = this.numerator * other.denominator + other.numerator * this.denominator;
        return Fraction.of(numerator, this.denominator * other.denominator);
    }
    toString() {
        return `${this.numerator}/${this.denominator}`;
    }
}

class Point {
    constructor(x, y) {
        this.x = x;
        this.y = y;
    }
    plus(other) {
        return new Point(this.x + other.x, this.y + other.y);
    }
    minus(other) {
        return new Point(this.x - other.x, this.y - other.y);
    }
    quotient(n) {
        return new Point(Math.floor(this.x / n), Math.floor(this.y / n));
    }
}

class Rectangle {
    constructor(origin, corner) {
        this.origin = origin;
        this.corner = corner;
    }
    get width() {
        return this.corner.x - this.origin.x;
    }
    get extent() {
        return this.corner.minus(this.origin);
    }
}

class Text {
    constructor(text) {
        this.text = text;
    }
    reverse() {
        return new Text(this.text.split('').reverse().join(''));
    }
}

class Smopstone {
    constructor(n) {
        this.n = n;
    }
    fractions() {
        return this.sumTo(this.n);
    }
    sumTo(k) {
        return k === 0 ? new Fraction(0n, 1n) : Fraction.of(1n, BigInt(k)).plus(this.sumTo(k - 1));
    }
    primes() {
        const sieve = (numbers) => {
            if (numbers.length === 0) return [];
            const first = numbers[0];
            return [first].concat(sieve(numbers.filter((x) => x % first !== 0)));
        };
        const all = Array.from({ length: this.n - 1 }, (_, i) => i + 2);
        return sieve(all.filter((x) => x > 1)).length;
    }
    streams() {
        const out = [];
        for (let i = 1; i <= this.n; i++) out.push(String(i + 0.25), ' ');
        const text = out.join('');
        let sum = 0.0;
        for (let at = 0; at < text.length; ) {
            const end = text.indexOf(' ', at);
            sum += Number(text.slice(at, end));
            at = end + 1;
        }
        return sum.toFixed(1);
    }
    strings() {
        let text = new Text('');
        for (let i = 1; i <= this.n; i++) text = new Text(text.text + String(i))['reverse']();
        return text.text.length;
    }
    sets() {
        const set = new Set();
        for (let i = 1; i <= this.n; i++) {
            set.add(String(i % 17));
            set.add(String(i));
        }
        return set.size;
    }
    sorting() {
        const out = [];
        for (let i = 1; i <= this.n; i++) out.push(String(i * i));
        const text = out.join('').split('');
        text.sort((a, b) => (a >= b ? (a === b ? 0 : -1) : 1));
        return `'${text.slice(0, 3).join('')}'`;
    }
    apprentice() {
        return this.cut(new Rectangle(new Point(0, 0), new Point(this.n, this.n)));
    }
    cut(rectangle) {
        if (rectangle.width <= 4) return 1;
        const center = rectangle.origin.plus(rectangle.extent.quotient(2));
        return this.cut(new Rectangle(rectangle.origin, center)) + this.cut(new Rectangle(center, rectangle.corner));
    }
}

const stone = new Smopstone(Number(process.argv[2] ?? 20));
const repetitions = Number(process.argv[3] ?? 1);
const parts = ['fractions', 'primes', 'streams', 'strings', 'sets', 'sorting', 'apprentice'];
let results;
for (let i = 0; i < repetitions; i++) results = parts.map((part) => stone[part]());
parts.forEach((part, i) => console.log(`${part}: ${results[i]}`));
