/// The columns of a statement by their names.
///
/// Readers ask for them in their order, row after row, so the next one is compared first: that is quicker than to look
/// a name up, and a start with a million matches reads some fifty million cells.
public struct SQLColumns {
    private let names: [String]
    private let indices: [String: Int]
    private var next = 0

    /// - Parameter names: in order. Of two alike the first counts.
    public init(_ names: [String]) {
        let indices = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        self.names = names.enumerated().map { index, name in indices[name] == index ? name : "" }
        self.indices = indices
    }

    /// Nil: no column is called so.
    public mutating func index(of name: String) -> Int? {
        if next < names.count, names[next] == name {
            defer { next += 1 }
            return next
        }
        guard let index = indices[name] else { return nil }
        next = index + 1
        return index
    }
}
