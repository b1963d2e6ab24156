import Foundation
import Glibc

/// Says what happens as lines of JSON on standard output, and takes events as such lines from standard input: for
/// programs that read a game aloud, and for tests (docs/desktop.md).
@MainActor final class Announcer {
    private let isOn: Bool
    private var input = Data()
    /// The listener has gone: the game goes too.
    private(set) var hasEnded = false
    /// A line that does not end is no line of ours.
    private static let lineLimit = 1 << 16

    init(isOn: Bool) {
        self.isOn = isOn
        guard isOn else { return }
        // The reader may go away first: then a write fails, and the game goes on.
        signal(SIGPIPE, SIG_IGN)
    }

    func say(_ event: String, _ fields: [String: Any] = [:]) {
        guard isOn else { return }
        var object = fields
        object["event"] = event
        do {
            var line = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
            line.append(0x0A)
            try FileHandle.standardOutput.write(contentsOf: line)
        } catch {
            report("Can't announce \(event): \(error.localizedDescription)")
        }
    }

    /// The events that came since.
    func take() -> [[String: Any]] {
        guard isOn, !hasEnded else { return [] }
        var question = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        while poll(&question, 1, 0) > 0, question.revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(0, &bytes, bytes.count)
            guard count > 0 else {
                hasEnded = true
                break
            }
            input.append(contentsOf: bytes[0..<count])
            if input.count > Self.lineLimit { input = Data() }
        }
        var found: [[String: Any]] = []
        while let end = input.firstIndex(of: 0x0A) {
            let line = input[input.startIndex..<end]
            do {
                if let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] {
                    found.append(object)
                }
            } catch {
                say("misunderstood", ["line": String(decoding: line, as: UTF8.self)])
            }
            input.removeSubrange(input.startIndex...end)
        }
        return found
    }
}
