package import LaurelDomain
package import LaurelStorage

/// What a step is handed, and what it leaves: rows, facts, and what follows from them in memory once they are durable.
package struct CommitDraft {
    package let time: Timestamp
    let published: any PublishedState
    /// What the step does to challenges. Its facts and reads are the draft's.
    package var challenges: ChallengeStep
    private(set) var rows: [JournalRow] = []
    package var effects: [Effect] = []
    /// Scores that count with it, or refuse it.
    private(set) var scores: [SubmitCall] = []
    /// Progress of players as it is after this.
    package internal(set) var progress: [ProgressKey: PlayerAchievements] = [:]
    /// What rows of it set off: a repeat in the same batch is answered with it.
    private(set) var setOffs: [StreamID: [JournalSequence: SetOff]] = [:]
    /// Who plays a game from now on, perhaps for the first time.
    private(set) var joined: [AchievementTally.Game: Set<PlayerNumber>] = [:]
    /// Matches that it writes.
    var matches: Set<PlannedMatch> = []
    /// It must see first what this commit has planned before it.
    var waitsForCommit = false
    /// Boards that the step needs and that are not loaded.
    private(set) var absent: [StreamID: [BoardKey]] = [:]

    init(_ published: any PublishedState, _ challenges: ChallengeStep) {
        time = challenges.time
        self.published = published
        self.challenges = challenges
    }

    package var facts: [Change.Fact] {
        get { challenges.facts }
        _modify { yield &challenges.facts }
    }
    package var reads: StoreReads {
        get { challenges.reads }
        _modify { yield &challenges.reads }
    }
    package var pending: PendingChallenges {
        get { challenges.pending }
        _modify { yield &challenges.pending }
    }
    package var catalogue: Catalogue { published.catalogue }
    package var tally: AchievementTally { published.tally }
    package var lastAchievement: UInt32 { published.lastAchievement }
    package func boards(of stream: StreamID) -> StreamBoards { published.boards(of: stream) }
    package var isBlocked: Bool { !reads.missing.isEmpty || !absent.isEmpty }

    /// The position of the next row.
    func next(in stream: StreamID) -> JournalSequence {
        published.last(of: stream).advanced(by: 1 + rows.count { $0.stream == stream })
    }

    mutating func append(_ row: JournalRow) { rows.append(row) }

    /// One score that counts with the step: the writer judges it as any other, and refuses the step if it refuses the
    /// score. Nothing is published of either before both are durable.
    mutating func submit(_ score: SubmitCall) { scores.append(score) }

    mutating func note(_ setOff: SetOff, by row: JournalRow) {
        setOffs[row.stream, default: [:]][row.sequence] = setOff
    }

    mutating func join(_ player: PlayerNumber, _ app: AppNumber, _ environment: Environment) {
        joined[AchievementTally.Game(app: app, environment: environment), default: []].insert(player)
    }

    /// A step that looks at boards says so first: absent ones are loaded, and it is asked again.
    package mutating func require(_ keys: [BoardKey], in stream: StreamID) throws(StoreError) {
        let absent = published.boards(of: stream).withLock { state in keys.filter { state.isAbsent($0) } }
        guard !absent.isEmpty else { return }
        self.absent[stream, default: []] += absent
        throw .unavailable
    }

    /// What the audit log says of it.
    package mutating func record(
        _ action: AuditAction, of app: App, environment: Environment? = nil, player: PlayerNumber? = nil,
        subject: String, changes: String, by administrator: Administrator
    ) {
        let entry = administrator.entry(
            action, team: app.team, app: app.number, environment: environment, player: player, subject: subject,
            changes: changes, at: time)
        facts.append(.audit(entry))
    }
}
