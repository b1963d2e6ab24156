import LaurelArcade
import LaurelDomain

/// A core that is compiled in: 60 steps a second, logs in the form of `InputLog`.
struct CoreSimulator<Core: Simulation, Feat: FeatKind>: Simulator {
    private static var ticksOfSecond: Int64 { 60 }

    func play(_ bytes: [UInt8], ticksLimit: Int64) throws(LaurelDomain.ReplayRefusal) -> PlayedRun {
        let log: InputLog
        do throws(InputLog.Invalid) { log = try InputLog(decoding: bytes) } catch {
            throw .unreadable(error.sentence)
        }
        guard Int64(log.tickCount) <= ticksLimit else {
            throw .tooLong(ticks: Int64(log.tickCount), limit: ticksLimit)
        }
        let result: RunResult
        do throws(LaurelArcade.ReplayRefusal) { result = try simulate(log, as: Core.self) } catch {
            throw error.refusal
        }
        let ticks = Int64(result.ticks)
        guard result.isOver else { throw .unfinished(tick: ticks) }
        return PlayedRun(
            score: result.score, ticks: ticks,
            length: Timestamp.Span(milliseconds: ticks * 1_000 / Self.ticksOfSecond),
            seed: log.header.seed, ticket: log.header.ticket, trace: result.trace, feats: Self.ids(result.feats))
    }

    private static func ids(_ feats: Feats) -> [AchievementID] {
        feats.of(Feat.self).compactMap { feat in
            // What is no id stands for no achievement; the games' tests hold that each is one.
            do throws(InvalidIdentifier) { return try AchievementID("\(feat.identifier)") } catch { return nil }
        }
    }
}

extension LaurelArcade.ReplayRefusal {
    fileprivate var refusal: LaurelDomain.ReplayRefusal {
        switch self {
        case .otherGame: .otherGame
        case .otherVersion(let version): .otherVersion(UInt32(version))
        case .inputAfterEnd(let tick): .inputAfterEnd(tick: Int64(tick))
        }
    }
}

extension InputLog.Invalid {
    /// For the developer.
    fileprivate var sentence: String {
        switch self {
        case .notALog: "it does not begin as a log does"
        case .endsEarly: "it ends in the middle"
        case .ticketTooLong(let count): "its ticket has \(count) bytes"
        case .tooManySpans(let count): "it claims \(count) spans"
        case .numberTooLong: "a number has more than 32 bits"
        case .notAnInput: "an input says where a finger came down, and that none did"
        case .notShortest: "it could be written shorter"
        case .tooManyTicks: "it has more ticks than a log may have"
        case .bytesAfterEnd: "bytes follow its end"
        }
    }
}
