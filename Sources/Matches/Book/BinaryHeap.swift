/// A binary heap: the least element is first, the others are in no order.
struct BinaryHeap<Element: Comparable & Sendable>: Sendable {
    private(set) var elements: [Element] = []

    var first: Element? { elements.first }
    var count: Int { elements.count }

    init() {}

    /// - Parameter sorted: the least first, which is a heap already.
    init(sorted: [Element]) { elements = sorted }

    /// Those right below an index: none of them is less than the element there.
    func children(of index: Int) -> Range<Int> {
        let first = 2 * index + 1
        return min(first, elements.count)..<min(first + 2, elements.count)
    }

    /// O(log *n*).
    mutating func insert(_ element: Element) {
        elements.append(element)
        var index = elements.count - 1
        while index > 0, elements[index] < elements[(index - 1) / 2] {
            elements.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// O(log *n*).
    @discardableResult
    mutating func removeFirst() -> Element? {
        guard let end = elements.popLast() else { return nil }
        guard let first = elements.first else { return end }
        elements[0] = end
        var index = 0
        while let least = children(of: index).min(by: { elements[$0] < elements[$1] }),
            elements[least] < elements[index]
        {
            elements.swapAt(index, least)
            index = least
        }
        return first
    }
}
