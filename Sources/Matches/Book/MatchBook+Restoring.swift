/// A book from matches as they were kept, in place of all facts that made them.
extension MatchBook {
    /// - Parameters:
    ///   - kept: in order of number.
    ///   - lastNumber: the highest that a match ever had, also one that is gone.
    ///   - rules: of a game whose judge the server is.
    ///   - states: of its open matches.
    public init(
        restoring kept: [Match], lastNumber: MatchNumber, rules: (any TurnRules)? = nil,
        states: [MatchNumber: [UInt8]] = [:]
    ) {
        self.init(rules: rules)
        for match in kept { put(match, state: states[match.number]) }
        note(lastNumber)
        sortWaiting()
        settleDeadlines()
    }
}
