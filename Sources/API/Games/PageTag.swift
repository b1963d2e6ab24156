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

    /// Another one for each of what a reader may see with this part in common.
    static func tag(_ common: UInt64, _ page: EntriesPage) -> WeakTag {
        var words = MixedWords(common)
        words.add(Int64(page.total))
        if let local = page.local { words.add(local) } else { words.add(0) }
        words.add(page.occurrence?.number ?? 0)
        return WeakTag(words.mixed)
    }
}

/// A hash of 64-bit words, for those that begin with one that nobody knows: a tag is made for each answer, and a
/// `Hasher`, which needs no such word, takes several times as long.
///
/// Each step can be undone, so words of which one differs always give another hash.
private struct MixedWords {
    private(set) var mixed: UInt64

    init(_ first: UInt64) { mixed = first }

    mutating func add(_ word: Int64) {
        // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014): a bijection on 64 bits.
        mixed = (mixed ^ UInt64(bitPattern: word)) &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
    }

    /// All that an entry is. Its rank comes first and is never 0, which stands for none.
    mutating func add(_ entry: RankedEntry) {
        add(Int64(entry.rank))
        add(entry.value)
        add(entry.context)
        add(entry.date.milliseconds)
        add(entry.sequence.rawValue)
        let verification = Int64(entry.verification?.rawValue ?? 0)
        add(Int64(entry.player.rawValue) << 16 | verification << 8 | (entry.isDateClamped ? 1 : 0))
    }
}
