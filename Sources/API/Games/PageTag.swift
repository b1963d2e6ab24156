import LaurelDomain
import LaurelHTTPServer
import LaurelScores
import LaurelService

/// Names a page of a leaderboard as one reader sees it: a reader who has it hears 304 until an entry on it, their own
/// entry or the total changes. The `version` beside these goes on with every score of the game, so the tag is a weak
/// one (RFC 9110, section 8.8.1).
///
/// It is a hash of what the page shows, with this process's own key: another one's tags are never known here.
enum PageTag {
    /// The part that all readers have in common, which a page that is kept has with it.
    static func common(
        _ key: EncodedPages.Key, _ stamp: EncodedPages.Stamp, _ revision: PageRevision
    ) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(stamp)
        hasher.combine(revision)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    static func tag(_ common: UInt64, _ page: EntriesPage) -> WeakTag {
        var hasher = Hasher()
        hasher.combine(common)
        hasher.combine(page.total)
        hasher.combine(page.local)
        hasher.combine(page.occurrence?.number)
        return WeakTag(UInt64(truncatingIfNeeded: hasher.finalize()))
    }
}
