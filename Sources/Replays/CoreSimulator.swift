public import LaurelArcade
public import LaurelDomain
public import LaurelHelperProcess

/// A game that comes with the server, with logs in the form of `InputLog`. Runs of the present version are played by
/// the core that is compiled in: it cannot trap, does not allocate and costs a bounded time for each step. Those of
/// released versions before it are played by the modules that were kept of them.
public struct CoreSimulator<Core: Simulation, Feat: FeatKind>: Simulator {
    private let counted: @Sendable (Input) -> Input
    private let kept: KeptCores

    /// - Parameter counted: the part of an input that the game's log keeps. A log with more isn't the game's own: it
    ///   could be someone else's run made to look new.
    public init(
        _ core: Core.Type, _ feats: Feat.Type, counted: @escaping @Sendable (Input) -> Input, kept: KeptCores
    ) {
        self.counted = counted
        self.kept = kept
    }

    public func play(
        _ bytes: [UInt8], ticksLimit: Int64, overtime: Overtime
    ) throws(ReplayFailure) -> Result<PlayedRun, LaurelDomain.ReplayRefusal> {
        let log: InputLog
        do throws(InputLog.Invalid) { log = try InputLog(decoding: bytes) } catch {
            return .failure(.unreadable(error.sentence))
        }
        let ticks = Int64(log.tickCount)
        guard ticks <= ticksLimit else { return .failure(.tooLong(ticks: ticks, limit: ticksLimit)) }
        // One module plays all modes of its game.
        guard log.header.coreID == Core.coreID else { return .failure(.otherGame) }
        guard log.spans.allSatisfy({ counted($0.input) == $0.input }) else {
            return .failure(.unreadable("it has an input the game ignores"))
        }
        guard log.header.coreVersion == Core.coreVersion else {
            return try kept.play(log, bytes, ticksLimit: ticksLimit, overtime: overtime)
        }
        do throws(LaurelArcade.ReplayRefusal) { return Self.run(log, try simulate(log, as: Core.self)) } catch {
            return .failure(error.refusal)
        }
    }

    private static func run(_ log: InputLog, _ result: RunResult) -> Result<PlayedRun, LaurelDomain.ReplayRefusal> {
        let ticks = Int64(result.ticks)
        guard result.isOver else { return .failure(.unfinished(tick: ticks)) }
        return .success(
            PlayedRun(
                score: result.score, ticks: ticks, length: Timestamp.Span(milliseconds: result.milliseconds),
                seed: log.header.seed, ticket: log.header.ticket, trace: result.trace, changes: log.spans.count,
                feats: ids(result.feats)))
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
        case .notALog: "it doesn't start like a log"
        case .endsEarly: "it's cut off"
        case .ticketTooLong(let count): "its ticket has \(count) bytes"
        case .tooManySpans(let count): "it says it has \(count) spans"
        case .numberTooLong: "a number has more than 32 bits"
        case .notAnInput: "an input has a touch position but no touch"
        case .notShortest: "it isn't in its shortest form"
        case .tooManyTicks: "it has too many ticks"
        case .bytesAfterEnd: "it has extra bytes at the end"
        }
    }
}
