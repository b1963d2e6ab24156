public import LaurelDomain
public import LaurelMatches
public import LaurelStorage

/// What challenges need of the world.
public struct ChallengePorts: Sendable {
    /// Whether two players are friends now. Blocks the thread for a look into the store: it is asked beside the
    /// journal's writer, before a challenge is issued and before it is completed.
    public var areFriends: @Sendable (PlayerNumber, PlayerNumber) throws(StoreError) -> Bool
    /// Whether text of people's own may go from one to the other (rule 1.1): a challenge arrives without it otherwise.
    public var mayMessage: @Sendable (PlayerNumber, PlayerNumber, Timestamp) -> Bool = { _, _, _ in true }
    /// How a challenge is called outside.
    public var ids: ChallengeIDs
    /// How a turn-based match is called outside.
    public var matchIDs = MatchIDs()
    /// Of the games whose turn-based matches the server judges.
    public var turnRules: [BundleID: any TurnRules] = [:]
    /// Told when notices are durable.
    public var outbox: Outbox

    /// - Parameter areFriends: nobody is, unless it says otherwise.
    public init(
        ids: ChallengeIDs = ChallengeIDs(), outbox: Outbox = Outbox(),
        areFriends: @escaping @Sendable (PlayerNumber, PlayerNumber) throws(StoreError) -> Bool = { _, _ in false }
    ) {
        self.areFriends = areFriends
        self.ids = ids
        self.outbox = outbox
    }
}

/// The ids of challenges that leave the server: `C:_` and 32 hexadecimal digits, which do not say how many there are.
public struct ChallengeIDs: Sendable {
    private static let prefix = "C:_"
    private static let digits = 32
    private let cipher: NumberCipher

    public init(cipher: NumberCipher) { self.cipher = cipher }

    /// Without a key: for tests, where ids need not hide anything.
    public init() {
        cipher = NumberCipher(
            encrypt: { $0.map { UInt128($0) } }, decrypt: { UInt32(exactly: $0) })
    }

    public func id(of challenge: ChallengeNumber) -> String {
        let text = String(cipher.encrypt([challenge.rawValue]).first ?? 0, radix: 16)
        return Self.prefix + String(repeating: "0", count: max(0, Self.digits - text.utf8.count)) + text
    }

    /// - Returns: nil for a text that is none of ours.
    public func challenge(_ id: String) -> ChallengeNumber? {
        guard id.utf8.count == Self.prefix.utf8.count + Self.digits, id.hasPrefix(Self.prefix),
            let block = UInt128(id.dropFirst(Self.prefix.count), radix: 16),
            let number = cipher.decrypt(block), number > 0
        else { return nil }
        let challenge = ChallengeNumber(number)
        // One spelling each: no capitals, no sign.
        return self.id(of: challenge) == id ? challenge : nil
    }
}
