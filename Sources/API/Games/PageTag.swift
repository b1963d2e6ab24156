import LaurelDomain
import LaurelHTTPServer
import LaurelScores
import LaurelService

/// Names a page of a leaderboard as one reader sees it: a reader who has it hears 304 until an entry on it, their own
/// entry or the total changes. The `version` beside these goes on with every score of the game, so the tag is a weak
/// one (RFC 9110, section 8.8.1).
///
/// It is a hash of what the page shows, with this process's own key: another one's tags are never known here.
struct PageTag {
    /// As it stands in `ETag`, without `W/`.
    private let text: String

    /// - Returns: nil for a page whose entries have no revision.
    init?(_ key: EncodedPages.Key, _ stamp: EncodedPages.Stamp, _ page: EntriesPage) {
        guard let revision = page.revision else { return nil }
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(stamp)
        hasher.combine(revision)
        hasher.combine(page.total)
        hasher.combine(page.local)
        hasher.combine(page.occurrence?.number)
        text = Self.text(UInt64(truncatingIfNeeded: hasher.finalize()))
    }

    /// 13 digits of five bits each: with the quotation marks, what a string holds without an allocation.
    private static func text(_ hash: UInt64) -> String {
        String(unsafeUninitializedCapacity: 15) { bytes in
            bytes.initialize(repeating: 0x22)
            for digit in 0..<13 {
                let value = UInt8(truncatingIfNeeded: hash >> UInt64(digit * 5) & 31)
                bytes[digit + 1] = value < 10 ? 0x30 + value : 0x57 + value
            }
            return 15
        }
    }

    var header: String { "W/" + text }

    func isKnown(by request: Request) -> Bool { request.knows(text) }
}
