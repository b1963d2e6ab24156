import HTTPServer
import LaurelDomain
import LaurelWire
import Service

// Reading leaderboards: from memory, without a task, unless a player's history has to be read back.
extension APIHandler {
    func entries(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ players: PlayerScope, _ window: RankWindow,
        _ reading: ReadingQuery, _ caller: Caller
    ) throws(Problem) -> Reply {
        let reader = try reader(request, bundleID, id, reading, caller)
        var query = reader.query(.window(window), reading)
        let key = EncodedPages.Key(
            leaderboard: reader.leaderboard.number, environment: reader.environment, time: reading.time,
            window: window, language: reader.localization.language, ids: reader.ids)
        let stamp = EncodedPages.Stamp(names: services.accounts.names.revision, catalogue: services.catalogue.revision)
        let known = pages.page(key, stamp)
        query.known = known?.revision
        return try read(request, query, reader) { [self] page in
            let encoded: EncodedPages.Page
            if page.entries == nil, let known {
                encoded = known
            } else {
                encoded = EncodedPages.Page(
                    revision: page.revision, stamp: stamp, page.entries ?? [],
                    bytes: encode(page.entries ?? [], reader))
                pages.keep(encoded, key)
            }
            // A page that is full may have another behind it; one that reaches the end has not.
            let last = window.first - 1 + encoded.count
            let next = encoded.count > 0 && last < page.total ? Cursor(first: last + 1) : nil
            return answer(page, encoded.bytes, next, reader)
        }
    }

    func entries(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, of ids: [String], _ reading: ReadingQuery,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let reader = try reader(request, bundleID, id, reading, caller)
        let players = ids.compactMap { services.accounts.ids.player($0, in: reader.ids) }
        return try read(request, reader.query(.players(players), reading), reader) { [self] page in
            answer(page, encode(page.entries ?? [], reader), nil, reader)
        }
    }

    func entriesAround(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ count: Int, _ reading: ReadingQuery,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        _ = try caller.signedIn()
        let reader = try reader(request, bundleID, id, reading, caller)
        return try read(request, reader.query(.around(count: count), reading), reader) { [self] page in
            answer(page, encode(page.entries ?? [], reader), nil, reader)
        }
    }

    // MARK: Parts

    private func reader(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ reading: ReadingQuery, _ caller: Caller
    ) throws(Problem) -> Reader {
        let (app, environment) = try place(bundleID, reading.environment, caller)
        let leaderboard = try find(id, of: app)
        let localization = leaderboard.localization(
            for: languages(reading.language, request), default: app.defaultLanguage)
        // Whoever is in a game, or nobody in particular, sees the ids of that game; our own pages see the player's.
        let ids = caller.session.map { PlayerIDs.Scope($0.binding) } ?? .game(app.number)
        return Reader(
            app: app, leaderboard: leaderboard, environment: environment, localization: localization, ids: ids,
            player: caller.player)
    }

    private func read(
        _ request: Request, _ query: EntriesQuery, _ reader: Reader,
        _ encode: @escaping @Sendable (EntriesPage) -> Response
    ) throws(Problem) -> Reply {
        do throws(ReadEntriesError) {
            if let page = try services.readEntries.immediately(query, app: reader.app) { return .now(encode(page)) }
        } catch {
            guard case .versionAhead = error else { throw Problem(from: error) }
            return later(request) { [self] () async throws(Problem) in
                await reach(query, reader)
                return encode(try await finish(query, reader))
            }
        }
        return later(request) { [self] () async throws(Problem) in encode(try await finish(query, reader)) }
    }

    private func finish(_ query: EntriesQuery, _ reader: Reader) async throws(Problem) -> EntriesPage {
        do throws(ReadEntriesError) { return try await services.readEntries(query, app: reader.app) } catch {
            throw Problem(from: error)
        }
    }

    /// Waits for a version that is ahead of the leaderboard's, as long as the limits allow. It holds no thread, and
    /// ends when the client goes.
    private func reach(_ query: EntriesQuery, _ reader: Reader) async {
        guard let version = query.version else { return }
        let key = LeaderboardVersions.Key(reader.leaderboard.number, query.environment)
        await services.keeper.versions.reach(version, of: key, within: configuration.limits.versionWait) {
            do throws(ReadEntriesError) {
                _ = try services.readEntries.immediately(query, app: reader.app)
                return true
            } catch {
                if case .versionAhead = error { return false }
                return true
            }
        }
    }

    private func encode(_ entries: [RankedEntry], _ reader: Reader) -> [UInt8] {
        var writer = JSONWriter(capacity: entries.count * 224 + 64)
        writer.entries(entries, reader.formatter, reader.ids, services.accounts)
        return writer.finish()
    }

    private func answer(_ page: EntriesPage, _ entries: [UInt8], _ next: Cursor?, _ reader: Reader) -> Response {
        answers.json(capacity: entries.count + 512) { writer in
            writer.beginObject()
            writer.key("local")
            if let local = page.local {
                writer.entries([local], reader.formatter, reader.ids, services.accounts)
            } else {
                writer.null()
            }
            writer.key("entries")
            writer.beginArray()
            writer.elements(encoded: entries)
            writer.endArray()
            writer.field("total", page.total)
            writer.field("version", page.version.rawValue)
            writer.field("next", next?.text)
            writer.endObject()
        }
    }
}

/// Who reads which leaderboard, and how it is to look.
private struct Reader: Sendable {
    let app: App
    let leaderboard: Leaderboard
    let environment: Environment
    let localization: LeaderboardLocalization
    let ids: PlayerIDs.Scope
    let player: PlayerNumber?

    var formatter: ScoreFormatter { ScoreFormatter(leaderboard, in: localization) }

    func query(_ selection: EntriesQuery.Selection, _ reading: ReadingQuery) -> EntriesQuery {
        EntriesQuery(
            leaderboard: leaderboard.id, environment: environment, scope: reading.time, selection: selection,
            viewer: player, version: reading.version)
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
        case .tooManyPlayers(let limit): self.init(.invalidParameter, "At most \(limit) ids.", field: "ids")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}

extension Services {
    /// The version that a leaderboard has now; the first one while it cannot be read.
    func version(_ key: LeaderboardVersions.Key) -> JournalSequence {
        guard let leaderboard = catalogue.leaderboard(key.leaderboard), let app = catalogue.app(leaderboard.app),
            let window = RankWindow.top
        else { return .start }
        let query = EntriesQuery(
            leaderboard: leaderboard.id, environment: key.environment, selection: .window(window))
        do throws(ReadEntriesError) {
            return try readEntries.immediately(query, app: app)?.version ?? .start
        } catch {
            return .start
        }
    }
}

extension RankWindow {
    fileprivate static let top: RankWindow? = {
        do throws(Invalid) { return try RankWindow(first: 1, count: 1) } catch { return nil }
    }()
}
