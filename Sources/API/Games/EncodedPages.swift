import LaurelDomain
import LaurelHTTPServer
import LaurelScores
import LaurelWire
import LaurelService
import Synchronization

/// Pages of leaderboards as they were encoded last, so that a page that a thousand readers ask for is encoded once.
///
/// What depends on the reader (their own entry) and what changes more often than the entries (total, version) is not
/// in here: it is spliced in for each answer.
final class EncodedPages: Sendable {
    /// Which entries of the leaderboard.
    enum Selection: Hashable, Sendable {
        case window(RankWindow)
        /// Among this player and their friends.
        case friends(of: PlayerNumber, FriendsSelection)

        /// Where the next page begins, if there is one: a page that is full may have another behind it; one that
        /// reaches the end has not, and around a player there is none.
        func next(after count: Int, of total: Int) -> Cursor? {
            let window: RankWindow
            switch self {
            case .window(let wanted), .friends(_, .window(let wanted)): window = wanted
            case .friends(_, .around): return nil
            }
            let last = window.first - 1 + count
            return count > 0 && last < total ? Cursor(first: last + 1) : nil
        }
    }

    struct Key: Hashable, Sendable {
        /// Of all the others. A key is made once and looked up for each request, so it's hashed once; and it stands
        /// first, so that unequal keys are seldom compared any further.
        private let hashed: Int
        let leaderboard: LeaderboardNumber
        let environment: Environment
        let time: TimeScope
        let occurrence: OccurrenceChoice
        let selection: Selection
        /// The localization that the scores are written in.
        let language: LanguageTag
        let ids: PlayerIDs.Scope

        init(
            leaderboard: LeaderboardNumber, environment: Environment, time: TimeScope, occurrence: OccurrenceChoice,
            selection: Selection, language: LanguageTag, ids: PlayerIDs.Scope
        ) {
            var hasher = Hasher()
            hasher.combine(leaderboard)
            hasher.combine(environment)
            hasher.combine(time)
            hasher.combine(occurrence)
            hasher.combine(selection)
            hasher.combine(language)
            hasher.combine(ids)
            hashed = hasher.finalize()
            self.leaderboard = leaderboard
            self.environment = environment
            self.time = time
            self.occurrence = occurrence
            self.selection = selection
            self.language = language
            self.ids = ids
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hashed) }
    }

    /// What the bytes were made from beside the entries; while it is equal, names and texts are right.
    ///
    /// It has to be taken before anything that the page shows is read. Then a change in between is in the page and not
    /// in its stamp, and the page is made once more. With a later stamp it would stay as it was before the change.
    struct Stamp: Hashable, Sendable {
        let names: UInt64
        let catalogue: UInt64
    }

    /// A class, since each answer looks at one.
    final class Page: Sendable {
        /// Of the entries.
        let revision: PageRevision?
        let stamp: Stamp
        /// As of ``PageTag/common(_:_:_:)``; nil: nobody can have it.
        let tag: UInt64?
        /// Of ``bytes``; nil: they aren't kept.
        let name: KeptName?
        /// The entries with the commas between them.
        let bytes: [UInt8]
        let count: Int
        /// Where the reader's own entry stands, if all who get this page are one reader, and it's on it.
        let local: Range<Int>?
        /// How many entries the leaderboard may have without any percentile in here being another.
        let totals: ClosedRange<Int>
        /// Of a page among friends: up to where nobody on it has moved.
        private let moment: Mutex<FriendsMoment?>

        init(_ page: EntriesPage, stamp: Stamp, tag: UInt64?, bytes: [UInt8], local: Range<Int>?) {
            let entries = page.entries ?? []
            revision = page.revision
            self.stamp = stamp
            self.tag = tag
            name = page.revision.map { _ in KeptName() }
            self.bytes = bytes
            self.local = local
            count = entries.count
            totals = entries.reduce(0...Int.max) { totals, entry in
                totals.clamped(to: Percentile(rank: entry.rank, of: page.total).totals)
            }
            moment = Mutex(page.friends)
        }

        var friends: FriendsMoment? { moment.withLock { $0 } }

        /// A later answer had the same entries.
        func note(_ moment: FriendsMoment?) {
            if let moment { self.moment.withLock { $0 = moment } }
        }
    }

    /// Two generations: what is used moves to the young one; when that is full, the old one is dropped.
    private struct State {
        var young: [Key: Page] = [:]
        var old: [Key: Page] = [:]
    }

    private let state = Mutex(State())
    private let generationLimit: Int

    /// - Parameter limit: pages, of about 20 KB each.
    init(limit: Int) { generationLimit = max(1, limit / 2) }

    var count: Int { state.withLock { $0.young.count + $0.old.count } }

    /// - Returns: nil when there is none, or one made from other names or another configuration.
    func page(_ key: Key, _ stamp: Stamp) -> Page? {
        state.withLock { state in
            if let page = state.young[key] { return page.stamp == stamp ? page : nil }
            guard let page = state.old[key], page.stamp == stamp else { return nil }
            put(page, key, &state)
            return page
        }
    }

    /// Pages without a revision are not worth keeping.
    func keep(_ page: Page, _ key: Key) {
        if page.revision != nil { state.withLock { put(page, key, &$0) } }
    }

    private func put(_ page: Page, _ key: Key, _ state: inout State) {
        if state.young.count >= generationLimit, state.young[key] == nil {
            state.old = state.young
            state.young = [:]
        }
        state.young[key] = page
        state.old[key] = nil
    }
}
