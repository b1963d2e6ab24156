public import LaurelDomain
public import LaurelWire

extension Client {
    /// A ticket for the player's next run, so that the server knows when it was played.
    public func ticket(in game: BundleID) async throws(ClientError) -> TicketAnswer {
        try await ask(.replays(.issueTicket(game, nil)))
    }
}
