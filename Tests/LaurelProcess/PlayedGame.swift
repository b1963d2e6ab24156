public import Foundation
import LaurelTestSupport
import Synchronization

/// A game that runs, and what it says of itself (docs/desktop.md).
public final class PlayedGame: Sendable {
    public struct Ended: Error, CustomStringConvertible {
        let awaited: String
        let last: [String]
        public var description: String { "the game ended while \(awaited) was awaited, after \(last)" }
    }

    /// A line that it said.
    public struct Event: Sendable {
        public let line: String
        public nonisolated(unsafe) let fields: [String: Any]

        init(_ line: String) {
            self.line = line
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            fields = object as? [String: Any] ?? [:]
        }

        public var name: String { self["event"] }
        public subscript(_ name: String) -> String { fields[name] as? String ?? "" }
        public func number(_ name: String) -> Int { (fields[name] as? NSNumber)?.intValue ?? -1 }
        public func isTrue(_ name: String) -> Bool { fields[name] as? Bool ?? false }
        public var items: [Item] { (fields["items"] as? [[String: Any]] ?? []).map { Item(fields: $0) } }
    }

    public struct Item {
        public let fields: [String: Any]
        public subscript(_ name: String) -> String { fields[name] as? String ?? "" }
        public var flags: [String] { fields["flags"] as? [String] ?? [] }
        public var middle: (x: Int, y: Int) {
            let frame = (fields["frame"] as? [NSNumber] ?? []).map(\.intValue)
            return frame.count == 4 ? (frame[0] + frame[2] / 2, frame[1] + frame[3] / 2) : (0, 0)
        }
    }

    private struct State {
        var unread: [Event] = []
        var recent: [String] = []
        var hasEnded = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    public let folder: URL
    private let process: Mutex<Process>
    private let input: FileHandle
    private let state = Mutex(State())

    /// - Parameters:
    ///   - folder: for settings, scores that wait, and the device; nil: a new one.
    ///   - server: nil: none that answers.
    ///   - namesServer: false: the arguments say which.
    public init(
        _ name: String, on screen: Screen, server: URL? = nil, folder: URL? = nil, arguments: [String] = [],
        namesServer: Bool = true
    ) throws {
        let folder = try folder ?? Self.newFolder()
        self.folder = folder
        let process = Process()
        process.executableURL = BuiltProducts.executable(name)
        process.arguments =
            [
                "--announce", "--data", folder.appending(path: "data").path, "--device",
                folder.appending(path: "device").path, "--screenshots", folder.path,
            ] + (namesServer ? ["--server", server?.absoluteString ?? "http://127.0.0.1:9"] : []) + arguments
        let variables = [
            "DISPLAY": screen.display, "SDL_AUDIODRIVER": "dummy", "LANG": "en_US.UTF-8", "LANGUAGE": "en",
            "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "x11",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        let (incoming, outgoing) = (Pipe(), Pipe())
        process.standardInput = incoming
        process.standardOutput = outgoing
        try process.run()
        self.process = Mutex(process)
        input = incoming.fileHandleForWriting
        let output = outgoing.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            var rest = Data()
            while true {
                let more = output.availableData
                guard let self, !more.isEmpty else { break }
                rest.append(more)
                while let end = rest.firstIndex(of: 0x0A) {
                    take(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                    rest.removeSubrange(rest.startIndex...end)
                }
            }
            self?.end()
        }
    }

    public static func newFolder() throws -> URL {
        try URL(filePath: TemporaryFolder().path)
    }

    deinit { process.withLock { if $0.isRunning { $0.terminate() } } }

    private func take(_ line: String) {
        state.withLock { state in
            state.unread.append(Event(line))
            state.recent = state.recent.suffix(15) + [line]
            state.waiting?.resume()
            state.waiting = nil
        }
    }

    private func end() {
        state.withLock { state in
            state.hasEnded = true
            state.waiting?.resume()
            state.waiting = nil
        }
    }

    /// The next event of this name that fits; those before it are passed over.
    @discardableResult public func wait(
        _ name: String, until fits: (Event) -> Bool = { _ in true }
    ) async throws -> Event { try await next(name) { $0.name == name && fits($0) } }

    /// - Parameter awaited: what is said of it when the game ends before.
    private func next(_ awaited: String, _ fits: (Event) -> Bool) async throws -> Event {
        while true {
            while let event = state.withLock({ $0.unread.isEmpty ? nil : $0.unread.removeFirst() }) {
                if fits(event) { return event }
            }
            if state.withLock({ $0.hasEnded && $0.unread.isEmpty }) {
                throw Ended(awaited: awaited, last: state.withLock(\.recent))
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    state.withLock { state in
                        if state.hasEnded || !state.unread.isEmpty {
                            continuation.resume()
                        } else {
                            state.waiting = continuation
                        }
                    }
                }
            } onCancel: {
                end()
            }
        }
    }

    /// The next event of each of these names, in whatever order they come.
    public func all(_ names: Set<String>) async throws -> [String: Event] {
        var found: [String: Event] = [:]
        while found.count < names.count {
            let event = try await next("\(names.sorted())") { names.contains($0.name) && found[$0.name] == nil }
            found[event.name] = event
        }
        return found
    }

    /// A screen, with all that is on it.
    @discardableResult public func screen(_ name: String, until fits: (Event) -> Bool = { _ in true }) async throws
        -> Event
    {
        try await wait("screen") { $0["screen"] == name && fits($0) }
    }

    @discardableResult public func scene(_ name: String) async throws -> Event {
        try await wait("scene") { $0["scene"] == name }
    }

    /// An event from outside.
    public func tell(_ order: [String: Any]) throws {
        var line = try JSONSerialization.data(withJSONObject: order)
        line.append(0x0A)
        try input.write(contentsOf: line)
    }

    public func state() async throws -> Event {
        try tell(["do": "state"])
        return try await wait("state")
    }

    /// A screen as it is now.
    public func look() async throws -> Event {
        try tell(["do": "screen"])
        return try await wait("screen") { $0.isTrue("isAnswer") }
    }

    /// Touches what can be chosen under this name.
    public func choose(_ action: String) async throws {
        let shown = try await look()
        guard let item = shown.items.first(where: { $0["action"] == action }) else {
            throw Ended(awaited: action, last: [shown.line])
        }
        try touch(item.middle)
    }

    private func touch(_ point: (x: Int, y: Int)) throws {
        for phase in ["down", "up"] { try tell(["do": "touch", "phase": phase, "x": point.x, "y": point.y]) }
    }

    /// In a game of turns: does what the game advises, while the turn is the player's.
    ///
    /// - Returns: the screen that is shown then.
    @discardableResult public func takeTurn() async throws -> String {
        while true {
            try tell(["do": "advice"])
            let advice = try await wait("advice")
            if advice["advice"] == "touch" {
                try touch((advice.number("x"), advice.number("y")))
            } else if advice["screen"] != "play" {
                return advice["screen"]
            }
        }
    }

    /// Into the folder of artifacts, to be looked at.
    public func photograph(_ name: String) async throws -> URL {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "artifacts/desktop")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "\(name).png")
        try tell(["do": "picture", "path": file.path])
        try await wait("picture") { $0["path"] == file.path }
        return file
    }

    /// Leaves the game. - Returns: the exit status.
    public func leave() async throws -> Int32 {
        try tell(["do": "leave"])
        return try await offThePool { [self] in
            process.withLock { process in
                process.waitUntilExit()
                return process.terminationStatus
            }
        }
    }
}
