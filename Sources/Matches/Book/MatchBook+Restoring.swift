/// A book from matches as they were kept, in place of all facts that made them.
extension MatchBook {
    /// - Parameters:
    ///   - kept: in order of number.
    ///   - lastNumber: the highest that a match ever had, also one that is gone.
    public init(restoring kept: [Match], lastNumber: MatchNumber) {
        self.init()
        for match in kept { put(match) }
        note(lastNumber)
        sortWaiting()
    }
}
