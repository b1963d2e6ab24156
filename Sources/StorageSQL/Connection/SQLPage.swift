import LaurelDomain

/// What pages of a list are asked for with.
enum SQLPage {
    static func limit(_ count: Int) -> Int { max(0, count) }

    /// Less than every player's number when it is nil.
    static func after(_ player: PlayerNumber?) -> Int64 { player.map { Int64($0.rawValue) } ?? -1 }

    /// As many rows as there are: what has an OFFSET must have a LIMIT.
    static let allRows: SQL = "9223372036854775807"
}
