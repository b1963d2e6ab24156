import Foundation

/// What a game remembers on this machine, in a file.
@MainActor final class Settings {
    private struct Values: Codable {
        var isMuted = false
        var isFullScreen = false
        /// By the leaderboard's id: the best score of this machine.
        var bests: [String: Int64] = [:]
        /// By players' IDs. Files of earlier releases have none.
        var groups: [String: [KnownGroup]]?
    }

    /// For the files of the game.
    let folder: URL
    private let file: URL
    private var values = Values()

    /// A file that cannot be read is as none.
    ///
    /// - Parameter name: the game's, under which its folder is.
    init(name: String, folder: String?) {
        let standard =
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? FileManager.default.temporaryDirectory
        self.folder = folder.map { URL(fileURLWithPath: $0) } ?? standard.appendingPathComponent(name)
        file = self.folder.appendingPathComponent("settings.json")
        guard let data = FileManager.default.contents(atPath: file.path) else { return }
        do {
            values = try JSONDecoder().decode(Values.self, from: data)
        } catch {
            report("Can't read \(file.path): \(error). It will be replaced.")
        }
    }

    var isMuted: Bool {
        get { values.isMuted }
        set {
            values.isMuted = newValue
            write()
        }
    }

    var isFullScreen: Bool {
        get { values.isFullScreen }
        set {
            values.isFullScreen = newValue
            write()
        }
    }

    /// The best that this machine saw on a leaderboard; 0: none.
    func best(_ leaderboard: String) -> Int64 { values.bests[leaderboard] ?? 0 }

    /// - Returns: whether it is better than all before.
    @discardableResult func offer(_ score: Int64, _ leaderboard: String) -> Bool {
        guard score > best(leaderboard) else { return false }
        values.bests[leaderboard] = score
        write()
        return true
    }

    /// The challenges of groups that the player is in, as they were answered last; nil: they never were.
    func groups(of player: String) -> [KnownGroup]? { values.groups?[player] }

    func keep(_ groups: [KnownGroup], of player: String) {
        guard values.groups?[player] != groups else { return }
        values.groups = (values.groups ?? [:]).merging([player: groups]) { $1 }
        write()
    }

    private func write() {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(values).write(to: file, options: .atomic)
        } catch {
            report("Can't write \(file.path): \(error.localizedDescription)")
        }
    }
}

/// A line for who started the game in a terminal.
func report(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
