import Foundation
public import LaurelDomain
import LaurelWire

/// What a run begins with, so that the server knows when it was played.
public struct TicketRecord: AnswerValue, Hashable, Sendable {
    /// Goes into the log's header.
    public var bytes: [UInt8]
    public var seed: UInt64

    public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        guard let bytes = Data(base64Encoded: try answer.string("ticket")),
            let seed = UInt64(exactly: try answer.integer("seed"))
        else { throw UnreadableAnswer(reason: "The ticket is malformed.") }
        self.bytes = Array(bytes)
        self.seed = seed
    }
}

extension Client {
    /// A ticket for the player's next run.
    public func ticket(in game: BundleID) async throws(ClientError) -> TicketRecord {
        try await ask(.replays(.issueTicket(game, nil)))
    }
}
