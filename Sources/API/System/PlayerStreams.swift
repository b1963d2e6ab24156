import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService
import Synchronization

/// Which event streams each player has open, and for which of their sessions they speak.
final class PlayerStreams: Sendable {
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

    /// Those of sessions with one of these bindings.
    func writers(of player: PlayerNumber, _ bindings: Binding...) -> [StreamWriter] {
        state.withLock { state in
            state.streams[player, default: []].filter { bindings.contains($0.binding) }.map(\.writer)
        }
    }

    /// Tells the player's running games of this binding what they chose to play, outside of the game.
    /// - Returns: whether any of them listens.
    func tell(_ event: PlayEvent, to player: PlayerNumber, in binding: Binding) -> Bool {
        let writers = writers(of: player, binding)
        let data = String(decoding: event.json, as: UTF8.self)
        let encoded = ServerSentEvent(event: "play", data: data).encoded
        for writer in writers { writer.write(encoded) }
        return !writers.isEmpty
    }
}
