extension Array where Element: Hashable & Comparable {
    /// Keeps numbers in order of their places; those without one come last, in order of number.
    mutating func insertInOrder(_ number: Element, _ places: [Element: Int]?) {
        func comes(_ one: Element, before other: Element) -> Bool {
            (places?[one] ?? .max, one) < (places?[other] ?? .max, other)
        }
        // Nearly always the last: numbers rise.
        guard let last, comes(number, before: last) else { return append(number) }
        insert(number, at: firstIndex { comes(number, before: $0) } ?? count)
    }
}
