import LaurelDomain
import LaurelStorage

@testable import LaurelScores

/// What a step goes by, without a writer and without a store.
struct SamplePublished: PublishedState {
    static let player = PlayerNumber(2)
    static let stream = StreamID(team: TeamNumber(1), environment: .production)
    static let now = Timestamp(clamping: 1_800_000_000_000)

    var catalogue = Catalogue()
    var tally = AchievementTally()
    var lastLeaderboard: UInt32 = 0
    var lastAchievement: UInt32 = 0
    var streamsInUse: [StreamID] = [stream]
    var reviews = PendingReviews()
    var last = JournalSequence(9)
    var ids = ScoreIDs()
    var erased: Set<PlayerNumber> = []
    let matches = MatchTables()
    let matchIDs = MatchIDs()
    var progress: [ProgressKey: PlayerAchievements] = [:]
    private let boards = StreamBoards(stream)

    func boards(of stream: StreamID) -> StreamBoards { stream == Self.stream ? boards : StreamBoards(stream) }
    func last(of stream: StreamID) -> JournalSequence { stream == Self.stream ? last : .start }
    func candidates(_ digest: UInt64, in stream: StreamID) -> [ScoreIDs.Candidate] { ids.candidates(digest) }
    func isErased(_ player: PlayerNumber) -> Bool { erased.contains(player) }
    func knows(_ simulator: SimulatorName, _ app: AppNumber) -> Bool { false }
    func lastContact(of queue: DeviceQueue) -> Timestamp? { nil }
    func isPlanned(_ match: PlannedMatch) -> Bool { false }
    func plannedRow(at sequence: JournalSequence, of stream: StreamID) -> JournalRow? { nil }
    func plannedProgress(_ key: ProgressKey) -> PlayerAchievements? { progress[key] }
    func plannedSetOff(by row: JournalRow) -> SetOff? { nil }

    /// - Parameter reads: what was read of the store.
    func draft(_ reads: [StoreRead: StoreValue] = [:], pending: [Challenge] = []) -> CommitDraft {
        CommitDraft(
            self,
            ChallengeStep(
                PendingChallenges(pending: pending, lastNumber: 9), at: Self.now, catalogue: catalogue,
                ids: ChallengeIDs(), reads: StoreReads(reads)))
    }
}
