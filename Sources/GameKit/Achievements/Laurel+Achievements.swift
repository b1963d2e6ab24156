import LaurelClient
import LaurelDomain
import LaurelWire

/// A report on its way, as it was when the game made it.
struct OutgoingReport: Hashable, Sendable {
    var achievement: String
    var percent: Double
    /// Milliseconds since 1970.
    var date: Int64
    var id: String
    /// Nil: nobody was signed in when it was made.
    var player: PlayerRecord?
    var isOfGuest: Bool
    /// Made in the name of a player who was not the one signed in: no game may do that.
    var isForAnother: Bool
    var showsBanner: Bool
}

extension OutgoingReport {
    /// What is below 0 counts as 0, what is above 100 as 100.
    ///
    /// - Throws: `invalidParameter` for what is no number.
    func checkedPercent() throws(GKError) -> Percent {
        guard let checked = Percent(min(max(percent, 0), 100)) else {
            throw GKError(.invalidParameter, detail: "percentComplete isn't a number.")
        }
        return checked
    }
}

extension Laurel {
    func achievements() async throws(GKError) -> [GKAchievement] {
        let game = try configuration.game.get().bundleID
        let (records, player) = try await asPlayer { (client, session) throws(ClientError) in
            (try await client.achievements(of: game), session.player)
        }
        return records.compactMap { record in
            record.progress.map { GKAchievement(record.id, $0, of: player, in: self) }
        }
    }

    func resetAchievements() async throws(GKError) {
        let game = try configuration.game.get().bundleID
        let waiting = await waitingSubmissions()
        try await asPlayer { (client, _) throws(ClientError) in
            try await client.resetAchievements(of: game, waiting: waiting)
        }
    }

    /// Sends reports of the local player, all or none; those of other players are kept for them. Like scores.
    func submit(
        _ reports: [(GKAchievement, OutgoingReport)], completing challenges: [GKChallenge]?
    ) async throws(GKError) {
        try await finish(begin(reports, completing: challenges), reports)
    }

    /// The same in Apple's other form: it begins in the call, so that calls in a row stay in their order.
    func submit(
        _ reports: [(GKAchievement, OutgoingReport)], completing challenges: [GKChallenge]?,
        telling handler: (((any Error)?) -> Void)?
    ) {
        let begun = Result { () throws(GKError) in try begin(reports, completing: challenges) }
        answer(handler) { (center) throws(GKError) in try await center.finish(begun.get(), reports) }
    }

    private func begin(
        _ reports: [(GKAchievement, OutgoingReport)], completing challenges: [GKChallenge]?
    ) throws(GKError) -> BegunReport {
        guard (1...reportsLimit).contains(reports.count) else {
            throw GKError(.invalidParameter, detail: "Report 1 to \(reportsLimit) achievements at a time.")
        }
        var bodies: [String: ReportsBody] = [:]
        for (_, report) in reports {
            let item = try item(report)
            bodies[try owner(report.player), default: ReportsBody()].reports.append(item)
        }
        for owner in bodies.keys { bodies[owner]?.challengeIDs = challenges?.compactMap(\.challengeID) }
        return try begin(.achievements, bodies.mapValues(\.json), of: reports.compactMap(\.1.player))
    }

    private func finish(
        _ begun: BegunReport, _ reports: [(GKAchievement, OutgoingReport)]
    ) async throws(GKError) {
        try await begun.areKept()
        do throws(GKError) {
            if case .achievements(let answer)? = try await begun.own?.outcome() {
                acknowledge(answer.results, reports)
            }
        } catch {
            throw error.naming(achievements: reports.map(\.1.achievement))
        }
        if let other = begun.waitsFor { throw GKError.waits(for: other) }
    }

    func item(_ report: OutgoingReport) throws(GKError) -> ReportBody {
        guard !report.isOfGuest else {
            throw GKError(.invalidPlayer, detail: "Guests can't have achievements on the server.")
        }
        guard !report.isForAnother else {
            throw GKError(.invalidPlayer, detail: "A game reports achievements of the signed-in player only.")
        }
        var item = ReportBody()
        item.percent = try report.checkedPercent()
        item.achievement = try achievementID(report.achievement)
        item.date = Timestamp(clamping: report.date)
        item.reportID = try identifier(report.id)
        return item
    }

    func achievementID(_ text: String) throws(GKError) -> AchievementID {
        do throws(InvalidIdentifier) { return try AchievementID(text) } catch {
            throw GKError(
                .invalidParameter,
                detail: "“\(text)” isn't an achievement ID: use up to 100 letters, digits, “.”, “_” and “-”.")
        }
    }

    func acknowledge(_ answers: [ReportedAchievementAnswer], _ reports: [(GKAchievement, OutgoingReport)]) {
        let results = Dictionary(answers.map { ($0.id.text, $0) }) { _, last in last }
        for (achievement, report) in reports {
            guard let result = results[report.achievement] else { continue }
            achievement.acknowledge(report, result.progress.map { AchievementRecord.Progress($0) })
            if report.showsBanner, let banner = result.banner {
                show(GameCenterBanner(title: banner.title, points: banner.points, world.languages))
            }
        }
    }

    /// A banner for each achievement that the server found in the log of a run: no game reports those.
    func tellEarned(_ submitted: SubmittedListAnswer) {
        let earned = Set(submitted.results.flatMap { $0.outcome.achievementsEarned.map(\.text) })
        guard !earned.isEmpty, case .success(let game) = configuration.game else { return }
        perform { [self] in
            do throws(GKError) {
                let all = try await asPlayer { (client, _) throws(ClientError) in
                    try await client.achievements(of: game.bundleID)
                }
                for record in all where earned.contains(record.id) {
                    guard let title = record.title else { continue }
                    show(GameCenterBanner(title: title, points: record.points, world.languages))
                }
            } catch {
                world.log("Couldn't show the achievements earned \(earned.sorted()): \(error.localizedDescription)")
            }
        }
    }

    // MARK: Challenges

    func challengeablePlayers(
        _ players: [GKPlayer], _ achievement: GKAchievement
    ) async throws(GKError) -> [GKPlayer] {
        let found = Set(try await challengeableIDs(players.map(\.gamePlayerID), achievement))
        return players.filter { found.contains($0.gamePlayerID) }
    }

    func challengeableIDs(_ ids: [String], _ achievement: GKAchievement) async throws(GKError) -> [String] {
        let id = try achievementID(achievement.identifier)
        if ids.isEmpty { return [] }
        try checkPlayers(ids)
        let game = try configuration.game.get().bundleID
        return try await asPlayer { (client, _) throws(ClientError) in
            try await client.challengeablePlayers(with: id, of: game, among: ids)
        }
    }
}

extension GameCenterBanner {
    /// An achievement that was just earned.
    init(title: String, points: Int, _ languages: [String]) {
        let english = points == 1 ? "1 point" : "\(points) points"
        self.init(title: title, message: ErrorTexts.choose((english, "\(points) 点"), languages))
    }
}
