import HTTPServer
import LaurelDomain
import LaurelWire
import Service
import Synchronization

/// Tells a player's open event streams what has become of his saved games: a game's stream of its own, his own pages
/// of all.
final class SavedGameStreams: Sendable {
    private struct Stream {
        let id: UInt64
        let writer: StreamWriter
        let binding: Binding
    }

    private struct State {
        var nextID: UInt64 = 0
        var streams: [PlayerNumber: [Stream]] = [:]
    }

    private let state = Mutex(State())
    private let catalogue: Catalogue

    init(_ news: SavedGameNews, _ catalogue: Catalogue) {
        self.catalogue = catalogue
        news.listen { [weak self] event in self?.tell(event) }
    }

    /// Until the writer closes.
    func open(_ writer: StreamWriter, _ session: Session) {
        let id = state.withLock { state in
            state.nextID += 1
            state.streams[session.player, default: []].append(
                Stream(id: state.nextID, writer: writer, binding: session.binding))
            return state.nextID
        }
        writer.onClose { [weak self] in self?.close(id, session.player) }
    }

    private func close(_ id: UInt64, _ player: PlayerNumber) {
        state.withLock { state in
            state.streams[player]?.removeAll { $0.id == id }
            if state.streams[player]?.isEmpty == true { state.streams[player] = nil }
        }
    }

    private func tell(_ event: SavedGameNews.Event) {
        let shelf = event.shelf
        let writers = state.withLock { state in
            state.streams[shelf.player, default: []]
                .filter { $0.binding == .firstParty || $0.binding == .game(shelf.app, shelf.environment) }
                .map(\.writer)
        }
        guard !writers.isEmpty, let app = catalogue.app(shelf.app) else { return }
        let bytes = Self.encoded(event, app.bundleID)
        for writer in writers { writer.write(bytes) }
    }

    private static func encoded(_ event: SavedGameNews.Event, _ bundleID: BundleID) -> [UInt8] {
        var writer = JSONWriter(capacity: 160)
        writer.beginObject()
        writer.field("bundleID", bundleID.text)
        writer.field("environment", event.shelf.environment.name)
        writer.field("name", event.name.text)
        writer.field("versions", event.versionCount)
        writer.endObject()
        return ServerSentEvent(event: "savedGames", data: String(decoding: writer.finish(), as: UTF8.self)).encoded
    }
}
