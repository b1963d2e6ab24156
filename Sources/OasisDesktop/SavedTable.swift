import Foundation
import LaurelOasis

/// What the machine keeps: who plays, the game that goes on, and the match that was open last.
@MainActor final class SavedTable {
    private struct Values: Codable {
        var chairs: [PlayerKind] = [.person, .easy, .nobody, .nobody]
        var kinds: [PlayerKind]?
        var state: [UInt8]?
        var match: String?
        var isTaught: Bool?
    }

    private let file: URL
    private var values = Values()

    /// A file that can't be read is as none.
    init(_ folder: URL) {
        file = folder.appendingPathComponent("table.json")
        guard let data = FileManager.default.contents(atPath: file.path) else { return }
        do {
            let read = try JSONDecoder().decode(Values.self, from: data)
            if Self.areChairs(read.chairs) { values = read }
        } catch {
            Self.report("Can't read \(file.path): \(error). It will be replaced.")
        }
    }

    private static func areChairs(_ chairs: [PlayerKind]) -> Bool {
        chairs.count == 4 && chairs.count { $0 != .nobody } >= 2
    }

    var chairs: [PlayerKind] {
        get { values.chairs }
        set { change { $0.chairs = newValue } }
    }

    /// The game on this machine that is not over.
    var game: (chairs: [PlayerKind], match: Match)? {
        get {
            guard let kinds = values.kinds, Self.areChairs(kinds), let state = values.state,
                let match = Match(decoding: state), kinds.count(where: { $0 != .nobody }) == Int(match.seats)
            else { return nil }
            return (kinds, match)
        }
        set {
            change { values in
                values.kinds = newValue?.chairs
                values.state = newValue?.match.encoded()
            }
        }
    }

    /// Over the server, while it is on the table.
    var match: String? {
        get { values.match }
        set { if newValue != values.match { change { $0.match = newValue } } }
    }

    /// Somebody has placed a tile here before.
    var isTaught: Bool {
        get { values.isTaught ?? false }
        set { if newValue != isTaught { change { $0.isTaught = newValue } } }
    }

    private func change(_ body: (inout Values) -> Void) {
        body(&values)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try JSONEncoder().encode(values).write(to: file, options: .atomic)
        } catch {
            Self.report("Can't write \(file.path): \(error.localizedDescription)")
        }
    }

    private static func report(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
