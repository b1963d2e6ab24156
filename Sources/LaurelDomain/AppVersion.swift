/// A version of a game: `2.1` (rule 14.12).
///
/// Compared part by part, as numbers: `2.9` is older than `2.10`. Parts that are missing count as 0, so `2` and `2.0`
/// are equal.
///
/// - Range: 1 to 32 digits and dots.
public struct AppVersion: Comparable, Hashable, Sendable {
    public static let lengthLimit = 32
    /// Digits without zeros in front, so that a longer part is the greater number; none of zero at the end, so that
    /// equal versions are equal values.
    private let parts: [[UInt8]]

    /// - Returns: nil: it isn't a version, such as `2.1 beta`.
    public init?(_ text: String) {
        let (zero, dot): (UInt8, UInt8) = (0x30, 0x2E)
        guard (1...Self.lengthLimit).contains(text.utf8.count),
            text.utf8.allSatisfy({ (zero...0x39).contains($0) || $0 == dot })
        else { return nil }
        var parts = text.utf8.split(separator: dot, omittingEmptySubsequences: false).map { part in
            Array(part.drop { $0 == zero })
        }
        while parts.last?.isEmpty == true { parts.removeLast() }
        self.parts = parts
    }

    public static func < (one: AppVersion, other: AppVersion) -> Bool {
        for (left, right) in zip(one.parts, other.parts) where left != right {
            return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
        }
        return one.parts.count < other.parts.count
    }
}
