//! The primitives that methods of the library name by pragmas, `<primitive: name>`: one typed table.
//!
//! A primitive is given the receiver and the arguments of its method. If they are of the kinds in the table
//! it answers; if not, or if it has no answer, the statements of the method are executed. Knows nothing of
//! how primitives work.

/// What a receiver, an argument or a result of a primitive is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrimitiveType {
    Any,
    Boolean,
    /// An integer of any size.
    Integer,
    Float,
    Character,
    /// A string or symbol.
    Text,
    Symbol,
    Array,
    Block,
    Class,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Primitive {
    pub name: &'static str,
    /// The receiver, then the arguments.
    pub parameters: &'static [PrimitiveType],
    pub result: PrimitiveType,
    /// What it does, and when it does not answer.
    pub doc: &'static str,
}

macro_rules! primitives {
    ($($name:ident($($parameter:ident),*) -> $result:ident $doc:literal)*) => {
        /// All primitives, in the order of the table.
        pub const PRIMITIVES: &[Primitive] = &[$(Primitive {
            name: stringify!($name),
            parameters: &[$(PrimitiveType::$parameter),*],
            result: PrimitiveType::$result,
            doc: $doc,
        }),*];
    };
}

primitives! {
    identical(Any, Any) -> Boolean "whether both are one object"
    classOf(Any) -> Class "the class"
    identityHash(Any) -> Integer "a number that stays the same"
    shallowCopy(Any) -> Any "a copy with equal fields and elements"
    become(Any, Any) -> Any "exchanges two objects; none if their sizes differ"
    fieldAt(Any, Integer) -> Any "a field, from 1; none outside"
    fieldAtPut(Any, Integer, Any) -> Any "sets a field: the value; none outside"
    elementAt(Any, Integer) -> Any "an element, from 1; none outside"
    elementAtPut(Any, Integer, Any) -> Any "sets an element: the value; none outside, or if it cannot be an element"
    elementCount(Any) -> Integer "how many elements there are"
    replaceElements(Any, Integer, Integer, Any, Integer) -> Any "copies elements of an object of this shape; none outside"
    performWith0(Any, Symbol) -> Any "sends a message without arguments; none if the receiver has no such method"
    performWith1(Any, Symbol, Any) -> Any "sends a message with an argument; none if the receiver has no such method"
    performWith2(Any, Symbol, Any, Any) -> Any "sends a message with two arguments; none if the receiver has no such method"
    performWith3(Any, Symbol, Any, Any, Any) -> Any "sends a message with three arguments; none if the receiver has no such method"
    performWith4(Any, Symbol, Any, Any, Any, Any) -> Any "sends a message with four arguments; none if the receiver has no such method"
    perform(Any, Symbol, Array) -> Any "sends a message; none if the number of arguments is wrong"

    basicNew(Class) -> Any "an instance without elements; none of classes of immediate values"
    basicNewSized(Class, Integer) -> Any "an instance with so many elements; none if the class has none"
    classIsVariable(Class) -> Boolean "whether instances have elements"
    includesSelector(Class, Symbol) -> Boolean "whether the class itself has the method"
    selectors(Class) -> Array "the selectors of the class itself, in any order"
    fieldNames(Class) -> Array "the names of all fields"
    subclass(Class, Text, Text, Text, Any) -> Class "makes or redefines a class"
    classNumbered(Any, Integer) -> Any "the class of a number; 0 if it is no object of a program's, nil if there is none"
    performIn(Any, Symbol, Array, Class) -> Any "sends a message as if the receiver were of that class, or of one below; none if it is not"
    forwardSelector(Class, Symbol) -> Class "lets sends of the selector tell the receiver that it is not understood; none if nothing sends it"
    dropSelector(Class, Symbol) -> Class "takes a method from the class itself; none if it has none"
    newSubclass(Class, Text, Array) -> Class "a new subclass by its name and the names of its own fields; none if it cannot have these"
    setSuperclass(Class, Class) -> Class "gives the class another superclass; none if it is the library's, if its objects would lie otherwise, or if the other is below it"
    globalAt(Any, Text, Block) -> Any "a global; none if there is none"
    globalAtPut(Any, Text, Any) -> Any "sets a global: the value"
    sharedAt(Class, Symbol, Block) -> Any "a class variable that the program's text declares in the class itself; none if there is none"
    sharedAtPut(Class, Symbol, Any, Block) -> Any "sets such a variable: the value; none if there is none"
    arguments(Any) -> Array "the words after the program's name"
    intern(Text) -> Symbol "the symbol of this text"

    lookupFirstPlace(Any, Symbol) -> Integer "the first place of a selector in a method dictionary"
    lookupSecondPlace(Any, Symbol) -> Integer "the second place"
    lookupKey(Any, Integer) -> Any "the selector at a place of a method dictionary, if there is one"
    lookupValue(Any, Integer) -> Any "the method at a place"
    lookupFound(Any, Any, Integer) -> Integer "the function that a send calls whose lookup found that method, or nil, after so many classes"
    lookupFar(Any, Symbol) -> Integer "the function that a send calls, looked up by the runtime"

    blockParameters(Block) -> Integer "how many parameters a block has"
    blockValue0(Block) -> Any "evaluates it; none if it has parameters"
    blockValue1(Block, Any) -> Any "evaluates it; none if it has not one parameter"
    blockValue2(Block, Any, Any) -> Any "evaluates it; none if it has not two parameters"
    blockValue3(Block, Any, Any, Any) -> Any "evaluates it; none if it has not three parameters"
    blockValue4(Block, Any, Any, Any, Any) -> Any "evaluates it; none if it has not four parameters"
    blockValueWithArguments(Block, Array) -> Any "evaluates it; none if it has another number of parameters"
    ensure(Block, Block) -> Any "evaluates the first, and then the second even where the first is left"
    ifCurtailed(Block, Block) -> Any "evaluates the first, and the second where the first is left"
    activeHandler(Any) -> Any "the innermost handler of the process"
    setActiveHandler(Any, Any) -> Any "makes it the innermost handler"

    batonNew(Any) -> Any "a baton that nobody has"
    batonPass(Any) -> Any "gives the baton to the process that waits for it"
    batonWait(Any) -> Any "waits for the baton"
    processStart(Any, Block) -> Any "starts a process; none if it is no block"
    processSleep(Any, Integer) -> Any "lets so many milliseconds pass"
    readInto(Any, Text) -> Integer "bytes that were read from standard input into a string; 0 at the end"
    stackFunctions(Any) -> Array "the functions on the stack by number, then nil"
    functionName(Any, Integer) -> Any "the name of a function, or nil"

    fileOpen(Any, Text, Integer) -> Any "the number of a file that is opened in a mode from 1: read, write, append, update, create; or a text that says why not"
    fileRead(Any, Integer, Integer) -> Text "some bytes from a place on, none at the end; none if it cannot be read"
    fileWrite(Any, Text, Integer, Integer) -> Integer "how many bytes were written to a place, or at the end if that is -1; none if it cannot be written"
    fileClose(Any, Integer) -> Any "closes a file"
    fileStatus(Any, Any) -> Integer "bytes of an open file or of a path; -1 of a folder, -2 of what is neither; none if there is none or it is not granted"
    fileRemove(Any, Text) -> Any "true if a file was removed, or a text that says why not"

    characterOf(Any, Integer) -> Character "the character of this code; none if there is none"
    characterCode(Character) -> Integer "the code"

    integerAdd(Integer, Integer) -> Integer "the sum"
    integerSubtract(Integer, Integer) -> Integer "the difference"
    integerMultiply(Integer, Integer) -> Integer "the product"
    integerDivideExactly(Integer, Integer) -> Integer "the quotient; none if there is a remainder"
    integerDivideFloor(Integer, Integer) -> Integer "the quotient, rounded down; none by 0"
    integerModulo(Integer, Integer) -> Integer "the remainder of that; none by 0"
    integerQuotient(Integer, Integer) -> Integer "the quotient, rounded to 0; none by 0"
    integerGcd(Integer, Integer) -> Integer "the greatest common divisor, not negative; none if one of both is large beyond reason"
    integerLess(Integer, Integer) -> Boolean "whether it is less"
    integerGreater(Integer, Integer) -> Boolean "whether it is greater"
    integerLessOrEqual(Integer, Integer) -> Boolean "whether it is not greater"
    integerGreaterOrEqual(Integer, Integer) -> Boolean "whether it is not less"
    integerEqual(Integer, Integer) -> Boolean "whether they are equal"
    integerHash(Integer) -> Integer "a number for equal integers"
    integerAnd(Integer, Integer) -> Integer "bit by bit, in two's complement"
    integerOr(Integer, Integer) -> Integer "bit by bit, in two's complement"
    integerXor(Integer, Integer) -> Integer "bit by bit, in two's complement"
    integerShift(Integer, Integer) -> Integer "left, or right by a negative number; none if it is too large"
    integerAsFloat(Integer) -> Float "the nearest float"
    integerPrint(Integer, Integer) -> Text "digits in a radix from 2 to 36; none in others"
    ratioAsFloat(Any, Integer, Integer) -> Float "the float nearest to a fraction"

    floatAdd(Float, Float) -> Float "the sum"
    floatSubtract(Float, Float) -> Float "the difference"
    floatMultiply(Float, Float) -> Float "the product"
    floatDivide(Float, Float) -> Float "the quotient; none by 0"
    floatLess(Float, Float) -> Boolean "whether it is less"
    floatGreater(Float, Float) -> Boolean "whether it is greater"
    floatLessOrEqual(Float, Float) -> Boolean "whether it is less or equal"
    floatGreaterOrEqual(Float, Float) -> Boolean "whether it is greater or equal"
    floatEqual(Float, Float) -> Boolean "whether they are equal"
    floatHash(Float) -> Integer "a number for equal floats"
    floatTruncated(Float) -> Integer "the integer part; none of infinity and NaN"
    floatFractionPart(Float) -> Float "what comes after the point"
    floatSqrt(Float) -> Float "the square root"
    floatSin(Float) -> Float "the sine"
    floatCos(Float) -> Float "the cosine"
    floatTan(Float) -> Float "the tangent"
    floatArcTan(Float) -> Float "the arc tangent"
    floatExp(Float) -> Float "the exponential"
    floatLn(Float) -> Float "the natural logarithm"
    floatLogTen(Float) -> Float "the logarithm to base 10"
    floatPower(Float, Float) -> Float "the first to the power of the second"
    floatArcSin(Float) -> Float "the arc sine"
    floatArcCos(Float) -> Float "the arc cosine"
    floatArcTanOver(Float, Float) -> Float "the angle of a point, by its second coordinate and its first"
    floatSinh(Float) -> Float "the hyperbolic sine"
    floatCosh(Float) -> Float "the hyperbolic cosine"
    floatTanh(Float) -> Float "the hyperbolic tangent"
    floatArcSinh(Float) -> Float "the inverse of the hyperbolic sine"
    floatArcCosh(Float) -> Float "the inverse of the hyperbolic cosine"
    floatArcTanh(Float) -> Float "the inverse of the hyperbolic tangent"
    floatPrint(Float) -> Text "the shortest digits that are read as this float"

    stringEqual(Text, Text) -> Boolean "whether both are of one class and have equal bytes"
    stringCompare(Text, Text) -> Integer "-1, 0 or 1, byte by byte"
    stringHash(Text) -> Integer "a number for equal bytes"
    stringAsNumber(Text) -> Any "the number that is written at the beginning; none if there is none"
    jsonCheck(Text, Integer) -> Any "the place after the value of JSON that begins at a place, or a text that says why there is none; none outside"
    jsonLook(Text, Integer) -> Integer "256 times the place of the next byte that is no white space, and that byte; none outside"
    jsonString(Text, Integer) -> Text "what the string at a place of JSON says; none if there is none"
    jsonNumber(Text, Integer) -> Any "the number at a place of JSON; none if there is none, or if it is too long"
    jsonEnd(Text, Integer) -> Integer "the place after the value at a place of JSON; none if there is none"
    jsonQuote(Text) -> Text "the text as a string of JSON; none if it is no UTF-8"
    transcriptShow(Any, Text) -> Any "writes to standard output: the receiver"
    errorShow(Any, Text) -> Any "writes to standard error: the receiver"
    millisecondClock(Any) -> Integer "milliseconds of the virtual clock"
}

/// The row of a name.
pub fn primitive(name: &str) -> Option<&'static Primitive> {
    PRIMITIVES.iter().find(|row| row.name == name)
}
