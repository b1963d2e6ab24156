import LaurelHTTPServer
import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelWire
import LaurelService

/// Tells the open event streams of a match's players of each write to it (rule 12.18): a game's stream of its own
/// matches, their own pages of all.
final class MatchStreams: Sendable {
    private let streams: PlayerStreams
    private let catalogue: Catalogue
    private let ids: MatchIDs

    init(_ news: MatchNews, ids: MatchIDs, _ catalogue: Catalogue, _ streams: PlayerStreams) {
        self.streams = streams
        self.catalogue = catalogue
        self.ids = ids
        news.listen { [weak self] event in self?.tell(event) }
    }

    private func tell(_ event: MatchNews.Event) {
        let game = event.game
        let writers = event.players.flatMap { streams.writers(of: $0, .firstParty, .game(game.app, game.environment)) }
        guard !writers.isEmpty, let app = catalogue.app(game.app), let id = MatchID(ids.id(of: event.match.number))
        else { return }
        let told = MatchEvent(
            bundleID: app.bundleID, environment: game.environment, match: id,
            version: Int64(clamping: event.match.version.rawValue),
            changes: MatchNews.Change.allCases.filter(event.changes.contains).map { MatchEvent.Change($0) },
            key: event.key.map { WriteKey(high: $0.high, low: $0.low) })
        let bytes = ServerSentEvent(event: "match", data: String(decoding: told.json, as: UTF8.self)).encoded
        for writer in writers { writer.write(bytes) }
    }
}

extension MatchEvent.Change {
    fileprivate init(_ change: MatchNews.Change) {
        switch change {
        case .data: self = .data
        case .turn: self = .turn
        case .participants: self = .participants
        case .exchanges: self = .exchanges
        case .end: self = .end
        }
    }
}
