"""All changes of the policy code in one build: each is compiled in, and a number in the environment chooses one.

Every change becomes an expression with two values: an operator is replaced by one of its own, declared for
this change alone, which gives what the old operator gives until the change is chosen; a number, a
condition or a property is put into a function that does the same. Nothing is parsed: what does not compile so is
left out of the build, and `run` builds it alone if it is asked to.

While tests run without a choice, each place writes down whether it was reached, and whether both values
differed there. A change whose values never differ under a test cannot be noticed by that test.
"""

import re

REACHED, DIFFERED = 1, 2

HEAD = """\
import Glibc

enum Mutant {
  static let chosen: Int = {
    guard let text = getenv("DRAWBRIDGE_MUTANT") else { return -1 }
    return Int(String(cString: text)) ?? -1
  }()

  nonisolated(unsafe) static let seen: UnsafeMutablePointer<UInt8>? = {
    guard let path = getenv("DRAWBRIDGE_MUTANT_TRACE") else { return nil }
    let file = open(path, O_RDWR)
    guard file >= 0 else { return nil }
    guard let place = mmap(nil, COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), place != MAP_FAILED
    else { return nil }
    return place.assumingMemoryBound(to: UInt8.self)
  }()

  static func see(_ id: Int, _ differs: @autoclosure () -> Bool) {
    guard let seen else { return }
    seen[id] |= 1
    if seen[id] & 2 == 0, differs() { seen[id] |= 2 }
  }

  static func isOn(_ id: Int, _ differs: @autoclosure () -> Bool) -> Bool {
    see(id, differs())
    return chosen == id
  }

  static func pick<T>(_ id: Int, _ plain: T, _ changed: T) -> T {
    isOn(id, true) ? changed : plain
  }

  static func not(_ id: Int, _ plain: Bool) -> Bool { isOn(id, true) ? !plain : plain }

  static func both(_ id: Int, _ plain: Bool, _ changed: Bool) -> Bool {
    isOn(id, plain != changed) ? changed : plain
  }

  static func number<T: Numeric>(_ id: Int, _ value: T) -> T { isOn(id, true) ? value + 1 : value }

  static func and(_ id: Int, _ left: Bool, _ right: () throws -> Bool) rethrows -> Bool {
    if chosen == id { return try left || right() }
    guard left else {
      see(id, true)
      return false
    }
    let value = try right()
    see(id, !value)
    return value
  }

  static func or(_ id: Int, _ left: Bool, _ right: () throws -> Bool) rethrows -> Bool {
    if chosen == id { return try left && right() }
    if left {
      see(id, true)
      return true
    }
    let value = try right()
    see(id, value)
    return value
  }

  static func min<T: Comparable>(_ id: Int, _ values: T...) -> T {
    isOn(id, values.min()! != values.max()!) ? values.max()! : values.min()!
  }

  static func max<T: Comparable>(_ id: Int, _ values: T...) -> T {
    isOn(id, values.min()! != values.max()!) ? values.min()! : values.max()!
  }
}

extension Collection {
  func mutantIsEmpty(_ id: Int) -> Bool { Mutant.not(id, isEmpty) }
}

extension BidirectionalCollection {
  func mutantFirst(_ id: Int) -> Element? { Mutant.isOn(id, count > 1) ? last : first }
  func mutantLast(_ id: Int) -> Element? { Mutant.isOn(id, count > 1) ? first : last }
}

extension Sequence {
  func mutantAllSatisfy(_ id: Int, _ test: (Element) throws -> Bool) rethrows -> Bool {
    if Mutant.isOn(id, true) { return try contains(where: test) }
    return try allSatisfy(test)
  }
}

/// A closed range that may lose its end.
struct MutantRange<Bound: Strideable>: RangeExpression {
  let lower: Bound
  let upper: Bound
  let isOpen: Bool

  func contains(_ element: Bound) -> Bool {
    element >= lower && (isOpen ? element < upper : element <= upper)
  }

  func relative<C: Collection>(to collection: C) -> Range<Bound> where C.Index == Bound {
    isOpen ? (lower..<upper).relative(to: collection) : (lower...upper).relative(to: collection)
  }
}

extension MutantRange: Sequence where Bound.Stride: SignedInteger {
  func makeIterator() -> AnyIterator<Bound> {
    if isOpen {
      var values = (lower..<upper).makeIterator()
      return AnyIterator { values.next() }
    }
    var values = (lower...upper).makeIterator()
    return AnyIterator { values.next() }
  }
}

"""

COMPARISON = """\
infix operator {op}: ComparisonPrecedence
func {op} <T: Comparable>(a: T, b: T) -> Bool {{ Mutant.both({id}, a {old} b, a {new} b) }}
@_disfavoredOverload
func {op} <T: BinaryInteger, U: BinaryInteger>(a: T, b: U) -> Bool {{ Mutant.both({id}, a {old} b, a {new} b) }}
"""
EQUALITY = """\
infix operator {op}: ComparisonPrecedence
func {op} <T: Equatable>(a: T, b: T) -> Bool {{ Mutant.not({id}, a {old} b) }}
func {op} <W>(a: W?, b: _OptionalNilComparisonType) -> Bool {{ Mutant.not({id}, a {old} b) }}
@_disfavoredOverload
func {op} <T: BinaryInteger, U: BinaryInteger>(a: T, b: U) -> Bool {{ Mutant.not({id}, a {old} b) }}
@_disfavoredOverload
func {op} <T: StringProtocol, U: StringProtocol>(a: T, b: U) -> Bool {{ Mutant.not({id}, a {old} b) }}
"""
LOGIC = """\
infix operator {op}: {precedence}
func {op} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{ try Mutant.{name}({id}, a, b) }}
"""
SUM = """\
infix operator {op}: AdditionPrecedence
func {op} <T: AdditiveArithmetic>(a: T, b: T) -> T {{ Mutant.isOn({id}, b != .zero) ? a {new} b : a {old} b }}
"""
PRODUCT = """\
infix operator {op}: MultiplicationPrecedence
func {op} <T: BinaryInteger>(a: T, b: T) -> T {{ Mutant.isOn({id}, b != 1) ? a {new} b : a {old} b }}
func {op} <T: FloatingPoint>(a: T, b: T) -> T {{ Mutant.isOn({id}, b != 1) ? a {new} b : a {old} b }}
"""
NEGATION = """\
prefix operator {op}
prefix func {op} (a: Bool) -> Bool {{ Mutant.not({id}, !a) }}
"""
HALF_OPEN = """\
infix operator {op}: RangeFormationPrecedence
func {op} <T: Strideable>(a: T, b: T) -> Range<T> {{ Mutant.isOn({id}, true) ? a..<b.advanced(by: 1) : a..<b }}
"""
CLOSED = """\
infix operator {op}: RangeFormationPrecedence
func {op} <T: Strideable>(a: T, b: T) -> MutantRange<T> {{
  precondition(a <= b)
  return MutantRange(lower: a, upper: b, isOpen: Mutant.isOn({id}, true))
}}
@_disfavoredOverload
func {op} <T: Strideable>(a: T, b: T) -> ClosedRange<T> {{ Mutant.isOn({id}, true) ? a...b.advanced(by: -1) : a...b }}
"""
UP_TO = """\
prefix operator {op}
prefix func {op} <T: Strideable>(b: T) -> PartialRangeUpTo<T> {{ Mutant.isOn({id}, true) ? ..<b.advanced(by: 1) : ..<b }}
"""
THROUGH = """\
prefix operator {op}
prefix func {op} <T: Strideable>(b: T) -> PartialRangeThrough<T> {{ Mutant.isOn({id}, true) ? ...b.advanced(by: -1) : ...b }}
"""


def symbol(number):
    """An operator that nothing else uses: two characters that draw boxes."""
    return chr(0x2500 + number // 128) + chr(0x2500 + number % 128)


def rewritten(code, change, number):
    """(start, end, text) for each part of one change, and what it declares; None where this cannot be said."""
    _, kind, at, old, new = change
    end, op = at + len(old), symbol(number)
    line = code[code.rfind("\n", 0, at) + 1:at]
    if re.search(r"\\[\w.?!]*$", code[max(0, at - 80):at]) or code[at - 1] == "$":
        return None  # inside a key path, or the name of a parameter
    if line.endswith("func "):
        return None  # it declares the operator
    if kind == "number" and re.match(r"\s*case \w+ = ", line):
        return None
    ask = f"Mutant.{{}}({number}, "

    def operator(text, **more):
        return [(at, end, op)], text.format(op=op, id=number, old=old, new=new, **more)

    if kind == "comparison":
        return operator(COMPARISON)
    if kind == "equality":
        return operator(EQUALITY)
    if kind == "logic":
        return operator(
            LOGIC, name="and" if old == "&&" else "or",
            precedence="LogicalConjunctionPrecedence" if old == "&&" else "LogicalDisjunctionPrecedence")
    if kind == "negation":
        return operator(NEGATION)
    if kind == "arithmetic":
        return operator(SUM if old in "+-" else PRODUCT)
    if kind == "range":
        if re.search(r"[\s(\[,]$", code[at - 1]):
            return operator(THROUGH if old == "..." else UP_TO)
        parts, text = operator(CLOSED if old == "..." else HALF_OPEN)
        return [(at, end, f" {op} ")], text
    if kind == "number":
        return [(at, end, ask.format("number") + old + ")")], ""
    if kind == "truth":
        return [(at, end, f"Mutant.pick({number}, {old}, {new})")], ""
    if kind == "severity":
        return [(at, end, f"Mutant.pick({number}, {old}, {new})")], ""
    if kind == "choice":
        return None if code[at - 1] == "." else ([(at, end, ask.format(old[:-1]))], "")
    if kind == "emptiness":
        return [(at, end, f".mutantIsEmpty({number})")], ""
    if kind == "quantifier":
        if code[end] == "(":
            return [(at, end + 1, f".mutantAllSatisfy({number}, ")], ""
        return [(at, end, f".mutantAllSatisfy({number})")], ""
    if kind == "place":
        return [(at, end, ".mutant" + old[1:].capitalize() + f"({number})")], ""
    if kind == "condition":
        return [(at, at, ask.format("not")), (end, end, ")")], ""
    return None


def applied(text, edits):
    """The text with all edits, which do not overlap but may stand at one place."""
    out, at = [], 0
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], edit[1] > edit[0])):
        out += [text[at:start], new]
        at = end
    return "".join(out) + text[at:]
