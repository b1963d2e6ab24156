import Foundation
public import LaurelDomain

// Which versions of the player's saved games the game has loaded or saved on this device, in whatever run: a save
// stands on them (rule 9.1).
extension PlayerFolder {
    /// Names kept; then what was seen longest ago goes, and the server knows what this device saved.
    static let seenNamesLimit = 1_000
    private static let seenBytesLimit = 4 << 20

    private struct Seen: Codable {
        var name: String
        var versions: [String]
    }

    private var seenPath: String { path + "/seen-saves.json" }

    /// - Returns: nil: nothing is known of the name.
    public func seenVersions(of name: String) throws(DeviceError) -> [SavedGameID]? {
        try seen().last { $0.name == name }?.versions.compactMap { text in
            do throws(InvalidIdentifier) { return try SavedGameID(text) } catch { return nil }
        }
    }

    public func setSeenVersions(_ versions: [SavedGameID], of name: String) throws(DeviceError) {
        try device.locked { () throws(DeviceError) in
            var all = try seen()
            let now = versions.map(\.text)
            if all.last(where: { $0.name == name })?.versions == now { return }
            all.removeAll { $0.name == name }
            all.append(Seen(name: name, versions: now))
            try DeviceFolder(path: path).make()
            let bytes: Data
            do { bytes = try JSONEncoder().encode(Array(all.suffix(Self.seenNamesLimit))) } catch {
                throw DeviceError(doing: "write", seenPath, reason: "\(error)")
            }
            try DurableFile.write(Array(bytes), to: seenPath)
        }
    }

    /// Least recent first. A damaged file counts as none.
    private func seen() throws(DeviceError) -> [Seen] {
        guard let bytes = try DurableFile.read(seenPath, bytesLimit: Self.seenBytesLimit) else { return [] }
        do { return try JSONDecoder().decode([Seen].self, from: Data(bytes)) } catch { return [] }
    }
}
