import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Tells a player's open event streams what has become of their saved games: a game's stream of its own, their own
/// pages of all.
final class SavedGameStreams: Sendable {
    private let streams: PlayerStreams
    private let catalogue: Catalogue

    init(_ news: SavedGameNews, _ catalogue: Catalogue, _ streams: PlayerStreams) {
        self.streams = streams
        self.catalogue = catalogue
        news.listen { [weak self] event in self?.tell(event) }
    }

    private func tell(_ event: SavedGameNews.Event) {
        let shelf = event.shelf
        let writers = streams.writers(of: shelf.player, .firstParty, .game(shelf.app, shelf.environment))
        guard !writers.isEmpty, let app = catalogue.app(shelf.app) else { return }
        let bytes = Self.encoded(event, app.bundleID)
        for writer in writers { writer.write(bytes) }
    }

    private static func encoded(_ event: SavedGameNews.Event, _ bundleID: BundleID) -> [UInt8] {
        let told = SavedGamesEvent(
            bundleID: bundleID, environment: event.shelf.environment, name: event.name.text,
            versions: event.versionCount)
        return ServerSentEvent(event: "savedGames", data: String(decoding: told.json, as: UTF8.self)).encoded
    }
}
