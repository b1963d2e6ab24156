import Foundation
public import LaurelDomain

/// What `session.json` holds: who is signed in in which game, and how often in a row each game's player has turned
/// sign-in away (rule 1.3).
public struct DeviceState: Hashable, Sendable {
    /// After so many the game may not ask again.
    public static let cancelsLimit = 3
    /// One file of so many bytes holds thousands of games.
    static let bytesLimit = 4 << 20
    static let version = 1

    /// What the server calls this device; made once (rule 4.7: its queue hangs on it).
    public private(set) var deviceName: DeviceName
    public private(set) var sessions: [StoredSession] = []
    private var cancels: [String: Int] = [:]
    /// By server: what signs this device's guest in there, in all games.
    private var guestSecrets: [String: String] = [:]
    /// By game: the player whom the guest is there. What they made waits under it.
    private var guestPlayers: [String: String] = [:]
    /// The games that somebody with an account signed in to: when their session ends, no guest plays on instead.
    private var games: Set<String> = []

    init(deviceName: DeviceName) { self.deviceName = deviceName }

    public func session(of game: DeviceGame) -> StoredSession? { sessions.first { $0.belongs(to: game) } }

    /// Somebody signed in. A player who signs in on this device may be asked again in every game (rule 1.3).
    public mutating func signIn(_ session: StoredSession, to game: DeviceGame) {
        signOut(of: game)
        sessions.append(session)
        cancels = [:]
        if session.isGuest == true { guestPlayers[game.key] = session.player.id } else { games.insert(game.key) }
    }

    // MARK: Guests

    public func guestSecret(on server: ServerAddress) -> GuestSecret? {
        guard let text = guestSecrets[server.text] else { return nil }
        // Somebody edited the file: the device makes another one.
        do throws(InvalidIdentifier) { return try GuestSecret(text) } catch { return nil }
    }

    /// The device's own, or this one from now on.
    public mutating func settleGuestSecret(_ secret: GuestSecret, on server: ServerAddress) {
        if guestSecret(on: server) == nil { guestSecrets[server.text] = secret.text }
    }

    /// The guest has a password now.
    public mutating func forgetGuestSecret(_ secret: GuestSecret, on server: ServerAddress) {
        if guestSecrets[server.text] == secret.text { guestSecrets[server.text] = nil }
    }

    /// Who this device's guest is in a game; nil: there was none, or they are an account's by now.
    public func guestPlayer(in game: DeviceGame) -> String? { guestPlayers[game.key] }

    /// They are part of an account now (rule 1.13).
    public mutating func forgetGuestPlayer(in game: DeviceGame) { guestPlayers[game.key] = nil }

    /// Whether nobody with an account signed in to the game on this device.
    public func mayPlayAsGuest(in game: DeviceGame) -> Bool { !games.contains(game.key) }

    public mutating func signOut(of game: DeviceGame) { sessions.removeAll { $0.belongs(to: game) } }

    /// New names of the player who is signed in. Nothing happens when somebody else is by now.
    public mutating func update(_ session: StoredSession) {
        guard let index = sessions.firstIndex(where: { $0.token == session.token }) else { return }
        sessions[index] = session
        guard session.isGuest == false else { return }
        games.insert(session.key)
        // Upgraded: no guest any more.
        if guestPlayers[session.key] == session.player.id { guestPlayers[session.key] = nil }
    }

    /// Says of one game what another state says of it.
    public mutating func take(_ game: DeviceGame, from other: DeviceState) {
        signOut(of: game)
        if let session = other.session(of: game) { sessions.append(session) }
        cancels[game.bundleID.text] = other.cancels[game.bundleID.text]
        if let secret = other.guestSecrets[game.server.text] { guestSecrets[game.server.text] = secret }
        guestPlayers[game.key] = other.guestPlayers[game.key]
        if other.games.contains(game.key) { games.insert(game.key) }
    }

    /// In a row, counted per game.
    public func cancels(in game: DeviceGame) -> Int { cancels[game.bundleID.text] ?? 0 }

    public mutating func countCancel(in game: DeviceGame) {
        cancels[game.bundleID.text] = min(cancels(in: game) + 1, Self.cancelsLimit)
    }
}

extension DeviceState: Codable {
    private enum Key: String, CodingKey { case version, device, sessions, cancels, guestSecrets, guestPlayers, games }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let version = try values.decode(Int.self, forKey: .version)
        guard version == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: values, debugDescription: "It was written by a newer version (\(version)).")
        }
        deviceName = try DeviceName(values.decode(String.self, forKey: .device))
        sessions = try values.decode([StoredSession].self, forKey: .sessions)
        cancels = try values.decode([String: Int].self, forKey: .cancels)
        // A device that was written before there were guests.
        guestSecrets = try values.decodeIfPresent([String: String].self, forKey: .guestSecrets) ?? [:]
        guestPlayers = try values.decodeIfPresent([String: String].self, forKey: .guestPlayers) ?? [:]
        games = try values.decodeIfPresent(Set<String>.self, forKey: .games) ?? []
        games.formUnion(sessions.filter { $0.isGuest != true }.map(\.key))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(Self.version, forKey: .version)
        try values.encode(deviceName.text, forKey: .device)
        try values.encode(sessions, forKey: .sessions)
        try values.encode(cancels, forKey: .cancels)
        if !guestSecrets.isEmpty { try values.encode(guestSecrets, forKey: .guestSecrets) }
        if !guestPlayers.isEmpty { try values.encode(guestPlayers, forKey: .guestPlayers) }
        if !games.isEmpty { try values.encode(games.sorted(), forKey: .games) }
    }
}

extension DeviceGame {
    fileprivate var key: String { "\(server.text) \(bundleID.text) \(environment.name)" }
}

extension StoredSession {
    fileprivate var key: String { "\(server) \(bundleID) \(environment)" }
}

extension DeviceFolder {
    private var statePath: String { file("session.json") }

    /// Reading needs no lock: the file is replaced in one piece.
    ///
    /// - Returns: nil on a device where nothing has happened yet.
    public func state() throws(DeviceError) -> DeviceState? {
        guard let bytes = try DurableFile.read(statePath, bytesLimit: DeviceState.bytesLimit) else { return nil }
        do {
            return try JSONDecoder().decode(DeviceState.self, from: Data(bytes))
        } catch {
            throw DeviceError(
                doing: "understand", statePath,
                reason: "\(error). Move the file away to sign in again on this device.")
        }
    }

    /// The state, or that of a device where nothing has happened yet; which is not written.
    public func stateOrNew() throws(DeviceError) -> DeviceState {
        if let state = try state() { return state }
        return DeviceState(deviceName: try Self.newName())
    }

    /// Changes the state while no other program does. What is not changed is not written.
    @discardableResult
    public func change<Value>(_ body: (inout DeviceState) -> Value) throws(DeviceError) -> (Value, DeviceState) {
        try locked { () throws(DeviceError) in
            let before = try state()
            var after: DeviceState
            if let before { after = before } else { after = try stateOrNew() }
            let value = body(&after)
            if after != before {
                try DurableFile.write(try encoded(after), to: statePath)
            }
            return (value, after)
        }
    }

    private func encoded(_ state: DeviceState) throws(DeviceError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return Array(try encoder.encode(state)) } catch {
            throw DeviceError(doing: "write", statePath, reason: "\(error)")
        }
    }

    private static func newName() throws(DeviceError) -> DeviceName {
        let digits = (0..<2).map { _ in
            let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
            return String(repeating: "0", count: 16 - number.count) + number
        }
        do throws(InvalidIdentifier) { return try DeviceName(digits.joined()) } catch {
            throw DeviceError(doing: "name", digits.joined(), reason: "\(error)")
        }
    }

    /// Changes whenever the state does: for a program that looks once in a while whether somebody has signed in.
    public var stateMark: StateMark? {
        var facts = stat()
        guard stat(statePath, &facts) == 0 else { return nil }
        #if canImport(Darwin)
            let modified = facts.st_mtimespec
        #else
            let modified = facts.st_mtim
        #endif
        return StateMark(
            file: UInt64(facts.st_ino), seconds: Int64(modified.tv_sec), nanoseconds: Int64(modified.tv_nsec))
    }

    public struct StateMark: Hashable, Sendable {
        let file: UInt64
        let seconds: Int64
        let nanoseconds: Int64
    }
}
