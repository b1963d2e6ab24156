package import LaurelDomain
package import LaurelStorage

/// A run that was played again and is what its score says.
package struct CheckedRun: Sendable {
    package let simulator: SimulatorName
    package let verification: Verification
    package let trace: UInt64
    /// Whether it is a copy when another player has handed it in.
    package let isTelling: Bool
    package let feats: [AchievementID]
    /// It began with a ticket, be it too old by now.
    package let hasTicket: Bool
    /// To be used up with the score.
    package let ticket: UsedTicket?

    package init(
        simulator: SimulatorName, verification: Verification, trace: UInt64, isTelling: Bool, feats: [AchievementID],
        hasTicket: Bool, ticket: UsedTicket?
    ) {
        self.simulator = simulator
        self.verification = verification
        self.trace = trace
        self.isTelling = isTelling
        self.feats = feats
        self.hasTicket = hasTicket
        self.ticket = ticket
    }
}
