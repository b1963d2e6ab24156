import Foundation
public import LaurelDomain
import LaurelWire

// Friends, as a game sees them.
extension Client {
    /// Those who let this game see them too (rule 2.2), by name.
    /// - Throws: a problem of the `friend-list-…` kind until the player lets the game see them.
    public func friends() async throws(ClientError) -> [PlayerRecord] {
        try await pages { Route.friends(.list(from: $0, count: $1)) }
    }

    /// All friends, by name: whom the player may challenge needs no consent.
    public func challengeableFriends(in game: BundleID) async throws(ClientError) -> [PlayerRecord] {
        try await pages { Route.friends(.challengeable(game, from: $0, count: $1)) }
    }

    private func pages(_ route: (_ from: Int, _ count: Int) -> Route) async throws(ClientError) -> [PlayerRecord] {
        var found: [PlayerRecord] = []
        while found.count < FriendLimits.friends {
            let page: FriendPage = try await ask(route(found.count + 1, RankWindow.countLimit))
            found += page.friends
            if page.friends.isEmpty || found.count >= page.total { break }
        }
        return found
    }

    /// Whether the player lets this game see friends.
    public func friendListConsent(to game: BundleID) async throws(ClientError) -> FriendListConsent {
        let answer: ConsentAnswer = try await ask(.friends(.consent(game)))
        return answer.consent
    }

    /// Proof for the game's own server of who plays (rule 1.10).
    public func identity(in game: BundleID) async throws(ClientError) -> IdentityProof {
        try await ask(.identity(.sign(game, nil)))
    }
}

private struct FriendPage: AnswerValue {
    var friends: [PlayerRecord]
    var total: Int

    init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        friends = try answer.list("friends")
        total = Int(clamping: try answer.integer("total"))
    }
}

private struct ConsentAnswer: AnswerValue {
    var consent: FriendListConsent

    init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        let name = try answer.string("status")
        guard let consent = FriendListConsent.allCases.first(where: { $0.name == name }) else {
            throw UnreadableAnswer(reason: "status has an unknown value.")
        }
        self.consent = consent
    }
}

/// What a game hands to its own server, which verifies it against the certificate.
public struct IdentityProof: AnswerValue, Hashable, Sendable {
    public var publicKeyURL: String
    public var signature: [UInt8]
    public var salt: [UInt8]
    /// Milliseconds since 1970.
    public var timestamp: UInt64
    public var teamPlayerID: String

    public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        publicKeyURL = try answer.string("publicKeyURL")
        signature = try Self.bytes(answer, "signature")
        salt = try Self.bytes(answer, "salt")
        timestamp = UInt64(clamping: try answer.integer("timestamp"))
        teamPlayerID = try answer.string("teamPlayerID")
    }

    private static func bytes(_ answer: AnswerReader, _ key: String) throws(UnreadableAnswer) -> [UInt8] {
        guard let data = Data(base64Encoded: try answer.string(key)) else {
            throw UnreadableAnswer(reason: "\(key) isn't base64.")
        }
        return [UInt8](data)
    }
}
