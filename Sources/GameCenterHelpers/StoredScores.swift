import GameKit

/// Scores of one player that Game Center has not acknowledged yet, whole, in a file: with their dates and keys, so that
/// each counts once however often it is sent.
@MainActor final class StoredScores {
    /// Then the oldest go: a device that is never online again fills no disk.
    static let limit = 1_000

    let file: URL
    private(set) var scores: [GKScore] = []

    /// - Parameter player: nil: those that were made while nobody was signed in.
    init(of player: String?, in folder: URL) {
        let name = player.map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" } ?? "nobody"
        file = folder.appendingPathComponent("\(name).storedScores")
        read()
    }

    /// The game's own folder in the player's.
    static func standardFolder() -> URL {
        let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        return (folders.first ?? FileManager.default.temporaryDirectory).appendingPathComponent(name)
    }

    private func read() {
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        do {
            let data = try Data(contentsOf: file)
            let found = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, GKScore.self], from: data)
            scores = found as? [GKScore] ?? []
        } catch {
            note("Can't read the stored scores, so they're set aside: \(error.localizedDescription)")
            setAside()
        }
    }

    /// A broken file is not written over: somebody may want to look at it.
    private func setAside() {
        let other = file.appendingPathExtension("broken")
        do {
            if FileManager.default.fileExists(atPath: other.path) { try FileManager.default.removeItem(at: other) }
            try FileManager.default.moveItem(at: file, to: other)
        } catch {
            note("\(file.path): \(error.localizedDescription)")
        }
    }

    func add(_ score: GKScore) {
        guard !scores.contains(where: { $0 === score }) else { return }
        scores.append(score)
        if scores.count > Self.limit { scores.removeFirst(scores.count - Self.limit) }
        write()
    }

    func remove(_ score: GKScore) {
        scores.removeAll { $0 === score }
        write()
    }

    func removeAll() {
        scores = []
        write()
    }

    func write() {
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let data = try NSKeyedArchiver.archivedData(withRootObject: scores, requiringSecureCoding: true)
            try data.write(to: file, options: .atomic)
        } catch {
            note("Can't store scores: \(error.localizedDescription)")
        }
    }
}

/// A line for the developer.
func note(_ line: String) { NSLog(line.replacingOccurrences(of: "%", with: "%%")) }

extension Error {
    /// Whether sending the same score again can never help.
    var isRefusalForGood: Bool {
        let codes: [GKError.Code] = [.invalidParameter, .scoreNotSet, .invalidPlayer, .gameUnrecognized]
        return (self as? GKError).map { codes.contains($0.code) } ?? false
    }
}
