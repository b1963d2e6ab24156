public import LaurelDomain

extension Board {
    /// Everybody who has a row here, counted or not, in no order. O(*n*).
    public func forEachPlayer(_ body: (PlayerNumber) -> Void) {
        players.forEach { number, _ in body(PlayerNumber(number)) }
    }
}
