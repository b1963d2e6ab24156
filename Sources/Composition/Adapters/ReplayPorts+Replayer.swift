public import LaurelReplays
public import LaurelScores

extension ReplayPorts {
    public init(_ replayer: Replayer, secret: [UInt8]) {
        self.init(
            tickets: Tickets(secret: secret), knows: { replayer.knows($0, of: $1) },
            play: { jobs, player, completion in replayer.play(jobs, by: player, completion: completion) })
    }
}
