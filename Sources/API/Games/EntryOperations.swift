import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Reading leaderboards: from memory, without a task, unless a player's history has to be read back.
extension GameFeature {
    func entries(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ players: PlayerScope, _ window: RankWindow,
        _ reading: ReadingQuery, _ caller: Caller
    ) throws(Problem) -> Reply {
        if players == .friends {
            return try friendEntries(request, bundleID, id, .window(window), reading, caller)
        }
        let reader = try reader(request, bundleID, id, window, reading, caller)
        if let reader = named(reader) { return try entries(request, window, reading, reader) }
        return naming(request, reader) { [self] reader throws(Problem) in
            try entries(request, window, reading, reader)
        }
    }

    private func entries(
        _ request: Request, _ window: RankWindow, _ reading: ReadingQuery, _ reader: Reader
    ) throws(Problem) -> Reply {
        try page(request, .window(window), reader.query(.window(window), reading), reading, reader)
    }

    /// A page that may be there already, encoded for this reader or for all.
    private func page(
        _ request: Request, _ selection: EncodedPages.Selection, _ query: EntriesQuery, _ reading: ReadingQuery,
        _ reader: Reader
    ) throws(Problem) -> Reply {
        var query = query
        guard reader.friendNames.isEmpty else {
            // What this reader alone sees is not kept.
            return try read(request, query, reader) { [self] page in
                let entries = page.entries ?? []
                return answer(
                    page, encode(entries, page, reader).bytes, selection.next(after: entries.count, of: page.total),
                    reader)
            }
        }
        let isReaders = if case .friends = selection { true } else { false }
        let pages = isReaders ? friendPages : self.pages
        let key = reader.prepared.key(selection, reading)
        let stamp = reader.stamp
        let known = pages.page(key, stamp)
        query.known = known?.revision
        query.knownTotals = known?.totals
        query.knownFriends = known?.friends
        @Sendable func respond(_ page: EntriesPage) -> Response {
            let same = page.entries == nil ? known : nil
            same?.note(page.friends)
            let common = same?.tag ?? page.revision.map { PageTag.common(key, stamp, $0) }
            let tag = common.map { PageTag.tag($0, page) }
            if let tag, request.knows(tag) { return Response(.notModified, headers: ResponseHeaders(tag)) }
            let encoded: EncodedPages.Page
            if let same {
                encoded = same
            } else {
                let (bytes, local) = encode(page.entries ?? [], page, reader)
                encoded = EncodedPages.Page(
                    page, stamp: stamp, tag: common, bytes: bytes, local: isReaders ? local : nil)
                pages.keep(encoded, key)
            }
            let next = selection.next(after: encoded.count, of: page.total)
            var response = answer(page, encoded.bytes, name: encoded.name, local: encoded.local, next, reader)
            if let tag { response.headers.append(tag) }
            return response
        }
        if let page = try readAtOnce(query, reader) { return .now(respond(page)) }
        return readLater(request, query, reader, respond)
    }

    func entries(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, of ids: [String], _ reading: ReadingQuery,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let reader = try reader(request, bundleID, id, nil, reading, caller)
        if let reader = named(reader) { return try entries(request, of: ids, reading, reader) }
        return naming(request, reader) { [self] reader throws(Problem) in
            try entries(request, of: ids, reading, reader)
        }
    }

    private func entries(
        _ request: Request, of ids: [String], _ reading: ReadingQuery, _ reader: Reader
    ) throws(Problem) -> Reply {
        let players = ids.compactMap { accounts.ids.player($0, in: reader.ids) }
        return try read(request, reader.query(.players(players), reading), reader) { [self] page in
            answer(page, encode(page.entries ?? [], page, reader).bytes, nil, reader)
        }
    }

    func entriesAround(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ count: Int, _ reading: ReadingQuery,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        _ = try caller.signedIn()
        let reader = try reader(request, bundleID, id, nil, reading, caller)
        if let reader = named(reader) { return try entriesAround(request, count, reading, reader) }
        return naming(request, reader) { [self] reader throws(Problem) in
            try entriesAround(request, count, reading, reader)
        }
    }

    private func entriesAround(
        _ request: Request, _ count: Int, _ reading: ReadingQuery, _ reader: Reader
    ) throws(Problem) -> Reply {
        let query = reader.query(.around(count: count), reading)
        if let page = try readAtOnce(query, reader) { return .now(aroundReader(page, reader)) }
        return readLater(request, query, reader) { [self] page in aroundReader(page, reader) }
    }

    private func aroundReader(_ page: EntriesPage, _ reader: Reader) -> Response {
        let encoded = encode(page.entries ?? [], page, reader)
        return answer(page, encoded.bytes, local: encoded.local, nil, reader)
    }

    func friendEntries(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, around count: Int, _ reading: ReadingQuery,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        try friendEntries(request, bundleID, id, .around(count: count), reading, caller)
    }

    /// Entries among the caller's friends and the caller (rule 2.3): ranks, total and pages count those alone.
    func friendEntries(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ part: FriendsSelection,
        _ reading: ReadingQuery, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let reader = try reader(request, bundleID, id, nil, reading, caller)
        if let reader = named(reader) { return try friendEntries(request, part, reading, session, reader) }
        return naming(request, reader) { [self] reader throws(Problem) in
            try friendEntries(request, part, reading, session, reader)
        }
    }

    private func friendEntries(
        _ request: Request, _ part: FriendsSelection, _ reading: ReadingQuery, _ session: Session, _ reader: Reader
    ) throws(Problem) -> Reply {
        let selection = EncodedPages.Selection.friends(of: session.player, part)
        if let friends = friends.graph.cachedFriends(of: session.player) {
            return try page(request, selection, reader.query(.friends(friends, part), reading), reading, reader)
        }
        return replies.later(request) { [self] () async throws(Problem) in
            let friends: [PlayerNumber]
            do throws(ListFriendsError) {
                friends = try await ListFriends(self.friends).all(of: session.player)
            } catch {
                throw Problem(from: error)
            }
            return await (try page(request, selection, reader.query(.friends(friends, part), reading), reading, reader))
                .resolve()
        }
    }

    // MARK: Parts

    // What a request needs is nearly always in memory. So each part asks first whether it's there, and makes the
    // closure that waits only if it isn't: it would have a copy of the request and of all that was found out about it.

    /// The reader with their friends' names; nil: these have to be loaded.
    private func named(_ reader: Reader) -> Reader? {
        SeePlayers(accounts).friendNamesImmediately(of: reader.player).map { reader.naming($0) }
    }

    /// Continues with a reader whose friends' names are loaded.
    private func naming(
        _ request: Request, _ reader: Reader, _ body: @escaping @Sendable (Reader) throws(Problem) -> Reply
    ) -> Reply {
        replies.later(request) { [self] () async throws(Problem) in
            var names: [PlayerNumber: String] = [:]
            if let player = reader.player {
                do throws(LoadPlayersError) { names = try await SeePlayers(accounts).friendNames(of: player) } catch {
                    throw Problem(from: error)
                }
            }
            return try await body(reader.naming(names)).resolve()
        }
    }

    /// - Parameter window: of the page, if it's the same for all readers.
    private func reader(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ window: RankWindow?, _ reading: ReadingQuery,
        _ caller: Caller
    ) throws(Problem) -> Reader {
        // Before all else: what is read after it is at least as new, however long the request has to wait.
        let stamp = EncodedPages.Stamp(names: accounts.names.revision, catalogue: catalogue.revision)
        let (binding, note) = (caller.session?.binding, request.note as? HeadNote)
        if let prepared = note?.prepared as? PreparedReading, prepared.holds(at: stamp.catalogue, for: binding) {
            return Reader(prepared, stamp: stamp, player: caller.player)
        }
        let (found, environment) = try catalogue.resolve(bundleID, id, reading.environment, caller)
        let prepared = PreparedReading(
            revision: stamp.catalogue, binding: binding, found: found, environment: environment,
            localization: found.leaderboard.localization(
                for: request.languages(reading.language), default: found.app.defaultLanguage),
            window: window, reading: reading)
        note?.prepared = prepared
        return Reader(prepared, stamp: stamp, player: caller.player)
    }

    private func read(
        _ request: Request, _ query: EntriesQuery, _ reader: Reader,
        _ encode: @escaping @Sendable (EntriesPage) -> Response
    ) throws(Problem) -> Reply {
        if let page = try readAtOnce(query, reader) { return .now(encode(page)) }
        return readLater(request, query, reader, encode)
    }

    private func readLater(
        _ request: Request, _ query: EntriesQuery, _ reader: Reader,
        _ encode: @escaping @Sendable (EntriesPage) -> Response
    ) -> Reply {
        replies.later(request) { [self] () async throws(Problem) in
            await reach(query, reader)
            return encode(try await finish(query, reader))
        }
    }

    /// Nil: it takes a wait.
    private func readAtOnce(_ query: EntriesQuery, _ reader: Reader) throws(Problem) -> EntriesPage? {
        do throws(ReadEntriesError) { return try readEntries.immediately(query, in: reader.found) } catch {
            if case .versionAhead = error { return nil }
            throw Problem(from: error)
        }
    }

    private func finish(_ query: EntriesQuery, _ reader: Reader) async throws(Problem) -> EntriesPage {
        do throws(ReadEntriesError) { return try await readEntries(query, app: reader.found.app) } catch {
            throw Problem(from: error)
        }
    }

    /// Waits for a version that is ahead of the leaderboard's, as long as the limits allow. It holds no thread, and
    /// ends when the client goes.
    private func reach(_ query: EntriesQuery, _ reader: Reader) async {
        guard let version = query.version else { return }
        let key = LeaderboardVersions.Key(reader.found.leaderboard.number, query.environment)
        await keeper.versions.reach(version, of: key, within: versionWait) {
            do throws(ReadEntriesError) {
                _ = try readEntries.immediately(query, app: reader.found.app)
                return true
            } catch {
                if case .versionAhead = error { return false }
                return true
            }
        }
    }

    /// - Returns: the entries, and where the reader's own one stands, if it's among them.
    private func encode(
        _ entries: [RankedEntry], _ page: EntriesPage, _ reader: Reader
    ) -> (bytes: [UInt8], local: Range<Int>?) {
        // Room for what an entry may need at most is asked for before each; few need so much.
        var writer = JSONWriter(capacity: entries.count * 256 + 512)
        let local = writer.entries(
            entries, of: page.total, reader.formatter, reader.ids, accounts, friendNames: reader.friendNames,
            own: page.local)
        return (writer.finish(), local)
    }

    /// - Parameter local: where the reader's own entry stands among the entries, if that is known.
    private func answer(
        _ page: EntriesPage, _ entries: [UInt8], name: KeptName? = nil, local: Range<Int>? = nil, _ next: Cursor?,
        _ reader: Reader
    ) -> Response {
        answers.json(around: entries, name: name) { writer in
            writer.beginObject()
            writer.key("local")
            if let local {
                writer.value(encoded: entries[local])
            } else if let local = page.local {
                let player = PlayerIdentity(local.player, reader.ids, accounts)
                writer.entry(local, of: page.total, reader.formatter, player)
            } else {
                writer.null()
            }
            writer.key("entries")
            writer.beginArray()
            writer.gap(isEmpty: entries.isEmpty)
            writer.endArray()
            writer.field("total", page.total)
            writer.key("occurrence")
            if let occurrence = page.occurrence { writer.value(OccurrenceAnswer(occurrence)) } else { writer.null() }
            writer.field("version", page.version.rawValue)
            writer.field("next", next?.text)
            writer.endObject()
        }
    }
}

/// Who reads which leaderboard. A class, since it is handed on several times for each request.
private final class Reader: Sendable {
    let prepared: PreparedReading
    /// Not newer than what is prepared, and older than all that is read later.
    let stamp: EncodedPages.Stamp
    let player: PlayerNumber?
    /// Names of the reader's friends who gave a real name.
    let friendNames: [PlayerNumber: String]

    init(
        _ prepared: PreparedReading, stamp: EncodedPages.Stamp, player: PlayerNumber?,
        friendNames: [PlayerNumber: String] = [:]
    ) {
        self.prepared = prepared
        self.stamp = stamp
        self.player = player
        self.friendNames = friendNames
    }

    var found: FoundLeaderboard { prepared.found }
    var environment: Environment { prepared.environment }
    var ids: PlayerIDs.Scope { prepared.ids }

    func naming(_ names: [PlayerNumber: String]) -> Reader {
        names.isEmpty ? self : Reader(prepared, stamp: stamp, player: player, friendNames: names)
    }

    var formatter: ScoreFormatter { prepared.formatter }

    func query(_ selection: EntriesQuery.Selection, _ reading: ReadingQuery) -> EntriesQuery {
        EntriesQuery(
            leaderboard: found.leaderboard.id, environment: environment, scope: reading.time,
            occurrence: reading.occurrence, selection: selection, viewer: player, version: reading.version)
    }
}

extension Problem {
    init(from error: ReadEntriesError) {
        switch error {
        case .gameCenterDisabled: self.init(.gameCenterDisabled)
        case .notReleased: self.init(.notReleased)
        case .unknownLeaderboard: self.init(.unknownLeaderboard)
        case .versionAhead(let newest):
            self.init(.conflict, "The newest version is \(newest.rawValue).", field: "version")
        case .notRecurring:
            self.init(.invalidParameter, "Only recurring leaderboards have occurrences.", field: "occurrence")
        case .unknownOccurrence:
            self.init(
                .unknownOccurrence, "It hasn't started, or ended more than 30 days ago.", field: "occurrence")
        case .noViewer: self.init(.unauthenticated, "Sign in to read the player's previous occurrence.")
        case .tooManyPlayers(let limit): self.init(.invalidParameter, "At most \(limit) IDs are allowed.", field: "ids")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
