import GameCenterHelpers
import GameKit
import LaurelArcade

// The next run begins with a ticket, so that the server knows when it was played (docs/concepts/replays.md). It is
// asked for ahead: no run waits for it, and one without a ticket counts all the same.
extension GameKitCenter {
    /// A ticket that waited longer is not used: its run is to be handed in soon after.
    private static let ticketAge: TimeInterval = 240
    /// After a question that failed.
    private static let ticketPause: TimeInterval = 60

    /// Asks for the ticket of the next run. Until it comes there is none: the one before may be too old.
    func prepareRun() {
        forgetTicket()
        guard let host, host.wantsTickets, standing.account == .signedIn else { return }
        let player = standing.player
        Laurel.runTicket(
            completionHandler: onMain { [weak self] ticket, _ in
                guard let self, standing.player == player else { return }
                nextTicket = Date() + (ticket == nil ? Self.ticketPause : Self.ticketAge)
                guard let ticket else { return }
                self.host?.game.prepare(seed: ticket.seed, ticket: [UInt8](ticket.data))
                self.host?.announce("ticket", [:])
            })
    }

    /// A ticket is good for one player alone, and not for long: the next run is the game's own again.
    func forgetTicket() {
        nextTicket = nil
        guard let host, host.wantsTickets else { return }
        host.game.prepare(seed: UInt64.random(in: .min ... .max), ticket: [])
    }

    /// Asks anew after one that waited too long, or that couldn't be had.
    func renewTicket() {
        guard let next = nextTicket, next <= Date(), host?.game.scene != .play else { return }
        prepareRun()
    }

    func entered(_ scene: Scene) { if scene != .play { prepareRun() } }
}
