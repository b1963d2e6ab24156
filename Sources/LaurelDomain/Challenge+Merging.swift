extension Challenge {
    /// The same one, after a guest became part of an account (rule 1.13).
    public func merged(from guest: PlayerNumber, into account: PlayerNumber) -> Challenge {
        Challenge(
            number: number, sender: sender == guest ? account : sender,
            receiver: receiver == guest ? account : receiver, app: app, environment: environment, goal: goal,
            issued: issued, state: state, settled: settled)
    }
}

extension ChallengeMute {
    /// The same one, after a guest became part of an account. Nil: the account would mute itself.
    public func merged(from guest: PlayerNumber, into account: PlayerNumber) -> ChallengeMute? {
        let (owner, muted) = (player == guest ? account : player, sender == guest ? account : sender)
        return owner == muted ? nil : ChallengeMute(player: owner, sender: muted, leaderboard: leaderboard)
    }
}
