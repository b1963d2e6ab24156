public import LaurelDomain
public import LaurelWire

// Signing in and out, and who is who.
extension Client {
    public func signIn(_ body: SignInBody) async throws(ClientError) -> OpenedSession {
        try OpenedSession(await ask(.accounts(.signIn), body.json))
    }

    /// As the guest who has the secret, who is made where there is none.
    public func signInGuest(_ body: GuestBody) async throws(ClientError) -> OpenedSession {
        try OpenedSession(await ask(.accounts(.signInGuest), body.json))
    }

    /// A code by which a browser signs this device's guest in, once.
    public func guestCode(_ body: GuestMergeBody) async throws(ClientError) -> GuestCodeAnswer {
        try await ask(.accounts(.makeGuestCode), body.json)
    }

    /// Gives this client's player, a guest, an alias and a password.
    public func upgradeGuest(_ body: GuestUpgradeBody) async throws(ClientError) -> UpgradedGuestAnswer {
        try await ask(.accounts(.upgradeGuest), body.json)
    }

    /// The best scores of this client's player and of the guest who has the secret.
    public func previewMerge(_ body: GuestMergeBody) async throws(ClientError) -> MergePreviewAnswer {
        try await ask(.players(.previewMerge), body.json)
    }

    /// Makes that guest part of this client's player.
    public func mergeGuest(_ body: GuestMergeBody) async throws(ClientError) -> MergedGuestAnswer {
        try await ask(.players(.mergeGuest), body.json)
    }

    /// Ends this client's session.
    public func signOut() async throws(ClientError) { try await tell(.accounts(.signOut)) }

    public func currentPlayer() async throws(ClientError) -> CurrentPlayer {
        CurrentPlayer(try await ask(.players(.current(nil))))
    }

    /// - Parameter ids: any number; they are asked for a hundred at a time.
    /// - Returns: those that exist, in no order.
    public func players(ids: [String]) async throws(ClientError) -> [PlayerRecord] {
        var found: [PlayerRecord] = []
        var rest = ids[...]
        while !rest.isEmpty {
            let part = rest.prefix(RankWindow.countLimit)
            rest = rest.dropFirst(part.count)
            found += try await ask(.players(.list(ids: Array(part), nil)), as: PlayersAnswer.shape).map(
                PlayerRecord.init)
        }
        return found
    }

    /// - Parameter path: of a ``PlayerRecord/Photo``.
    /// - Returns: a picture in PNG.
    public func photo(path: String) async throws(ClientError) -> [UInt8] {
        guard let id = path.split(separator: "/").last.map(String.init) else {
            throw .unreadable(UnreadableAnswer(reason: "The photo has no URL."))
        }
        return try await exchange(.players(.photo(id)), bytesLimit: ClientLimits.blobBytes).body
    }

    // MARK: Devices without a keyboard (RFC 8628)

    public func requestDevice(_ body: DeviceAuthorizationBody) async throws(ClientError) -> DeviceCode {
        DeviceCode(try await ask(.accounts(.requestDevice), body.json))
    }

    /// - Throws: the problems `authorization-pending` and `slow-down` until the player has decided.
    public func pollDevice(_ body: DevicePollBody) async throws(ClientError) -> OpenedSession {
        try OpenedSession(await ask(.accounts(.pollDevice), body.json))
    }
}

/// What a device shows while it waits for its player.
public struct DeviceCode: Hashable, Sendable {
    /// Secret: proves at each question that it is this device.
    public var deviceCode: String
    /// What the player reads and types.
    public var userCode: String
    public var verificationURI: String
    /// With the code in it.
    public var verificationURIComplete: String
    public var lifetime: Duration
    /// Between two questions.
    public var interval: Duration

    init(_ answer: DeviceAuthorizationAnswer) {
        deviceCode = answer.deviceCode
        userCode = answer.userCode
        verificationURI = answer.verificationURI
        verificationURIComplete = answer.verificationURIComplete
        lifetime = .seconds(min(max(answer.expiresInSeconds, 1), 86_400))
        interval = .seconds(min(max(answer.intervalSeconds, 1), 3_600))
    }
}

// Games.
extension Client {
    /// - Throws: the problem `unknown-game` where there is none.
    public func game(_ id: BundleID, _ environment: Environment) async throws(ClientError) -> GameAnswer {
        try await ask(.games(.game(id, environment)))
    }
}
