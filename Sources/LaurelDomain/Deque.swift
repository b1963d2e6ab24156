/// A queue with two ends. Taking the first element moves no other one: of an array, it would move all of them.
///
/// Inlinable, since its users are in other modules, and generic code that is not specialised there is slow.
public struct Deque<Element> {
    /// Those before ``start`` were taken.
    @usableFromInline var elements: [Element]
    @usableFromInline var start = 0

    @inlinable public init(_ elements: [Element] = []) { self.elements = elements }

    /// O(1), amortized.
    @inlinable public mutating func append(_ element: Element) { elements.append(element) }

    /// O(1) as long as no more are put back than were taken lately.
    @inlinable public mutating func prepend(_ element: Element) {
        if start > 0 {
            start -= 1
            elements[start] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    /// They come next, in their order. O(*n*).
    @inlinable public mutating func prepend(contentsOf first: [Element]) {
        elements.replaceSubrange(0..<start, with: first)
        start = 0
    }

    /// O(1), amortized: those that were taken are dropped once they are more than those that are left.
    @inlinable @discardableResult public mutating func popFirst() -> Element? {
        guard start < elements.count else { return nil }
        let first = elements[start]
        start += 1
        if start > elements.count / 2 {
            elements.removeFirst(start)
            start = 0
        }
        return first
    }

    /// O(1).
    @inlinable @discardableResult public mutating func popLast() -> Element? {
        start < elements.count ? elements.removeLast() : nil
    }
}

extension Deque: RandomAccessCollection {
    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { elements.count - start }
    @inlinable public subscript(index: Int) -> Element { elements[start + index] }
}

extension Deque: Sendable where Element: Sendable {}
