extension Array where Element: Hashable & Comparable {
    /// Keeps numbers in order of their positions; those without one come last, in order of number.
    mutating func insertInOrder(_ number: Element, _ positions: [Element: Int]?) {
        func comes(_ one: Element, before other: Element) -> Bool {
            (positions?[one] ?? .max, one) < (positions?[other] ?? .max, other)
        }
        // Nearly always the last: numbers rise.
        guard let last, comes(number, before: last) else { return append(number) }
        insert(number, at: firstIndex { comes(number, before: $0) } ?? count)
    }
}
