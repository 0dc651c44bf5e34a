// Slopstone as in slopstone.st, for comparison. Argument: iterations of each loop (100).
'use strict';

class Point {
    constructor(x, y) {
        this.x = x;
        this.y = y;
    }
    copy() {
        return new Point(this.x, this.y);
    }
    equals(other) {
        return this.x === other.x && this.y === other.y;
    }
}

class Thing {
}

class Count {
    constructor(n) {
        this.n = n;
    }
    yourself() {
        return this;
    }
}

class Slopstone {
    constructor(n) {
        this.n = n;
        this.count = new Count(n);
    }
    addIntegers() {
        let a;
        for (let i = 1; i <= this.n; i++) {
            a = 1;
            a = a + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1;
        }
        return a;
    }
    addFloats() {
        let a;
        for (let i = 1; i <= this.n; i++) {
            a = 0.5;
            a = a + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25;
        }
        return a;
    }
    accessStrings() {
        const s = 'text';
        let c;
        for (let i = 1; i <= this.n; i++) {
            c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0);
            c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0); c = s.charAt(0);
        }
        return `$${c}`;
    }
    createObjects() {
        let o;
        for (let i = 1; i <= this.n; i++) {
            o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing();
            o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing(); o = new Thing();
        }
        return o instanceof Thing ? 'Object' : '';
    }
    copyObjects() {
        const o = new Point(3, 4);
        let p;
        for (let i = 1; i <= this.n; i++) {
            p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy();
            p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy(); p = o.copy();
        }
        return p.equals(o) && p !== o;
    }
    performSelectors() {
        const n = this.count;
        let o;
        for (let i = 1; i <= this.n; i++) {
            o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself']();
            o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself'](); o = n['yourself']();
        }
        return o === n;
    }
    evaluateBlocks() {
        const b = () => 7;
        let v;
        for (let i = 1; i <= this.n; i++) {
            v = b(); v = b(); v = b(); v = b(); v = b(); v = b(); v = b(); v = b(); v = b(); v = b();
            v = b(); v = b(); v = b(); v = b(); v = b(); v = b(); v = b(); v = b(); v = b(); v = b();
        }
        return v;
    }
}

const stone = new Slopstone(Number(process.argv[2] ?? 100));
for (const part of ['addIntegers', 'addFloats', 'accessStrings', 'createObjects', 'copyObjects', 'performSelectors', 'evaluateBlocks']) {
    console.log(`${part}: ${stone[part]()}`);
}
