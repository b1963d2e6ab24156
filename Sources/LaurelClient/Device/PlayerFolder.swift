import Foundation
public import LaurelDomain

/// What a device keeps of one player in one game: what waits to be sent, and what was heard last.
public struct PlayerFolder: Hashable, Sendable {
    public let device: DeviceFolder
    public let game: DeviceGame
    /// The player, as the game sees them.
    public let playerID: String

    public init(_ device: DeviceFolder, _ game: DeviceGame, playerID: String) {
        self.device = device
        self.game = game
        self.playerID = playerID
    }

    /// Ids and addresses have characters that file names must not have; what they stand for is in each file.
    var path: String { Self.all(on: device) + "/" + Self.name(game.server.text, game, playerID) }
    static func all(on device: DeviceFolder) -> String { device.file("players") }

    private static func name(_ server: String, _ game: DeviceGame, _ playerID: String) -> String {
        // FNV-1a, 64 bits: two players whose names collide share a folder, and still not a file.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in "\(server)\n\(game.environment.name)\n\(playerID)".utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return game.bundleID.text + "-" + String(hash, radix: 16)
    }

    // MARK: Events

    private var eventPath: String { path + "/last-event" }

    /// The last event that was heard on this device; nil: none yet.
    public func lastEvent() throws(DeviceError) -> NoticeID? {
        guard let bytes = try DurableFile.read(eventPath, bytesLimit: 64) else { return nil }
        return Int64(String(decoding: bytes, as: UTF8.self)).map { NoticeID(max($0, 0)) }
    }

    /// Never goes back: another program of the device may have heard more.
    public func setLastEvent(_ id: NoticeID) throws(DeviceError) {
        try device.locked { () throws(DeviceError) in
            if let last = try lastEvent(), last >= id { return }
            try DeviceFolder(path: path).make()
            try DurableFile.write(Array(String(id.rawValue).utf8), to: eventPath)
        }
    }
}
