import LaurelDomain
import LaurelScores
import LaurelStorage

// Before the writer's queue: scores whose leaderboards check replays are computed from these.
extension SubmitScores {
    /// - Returns: what is to be played, with the index of its score.
    func jobs(
        of items: [SubmitCall.Item], app: AppNumber, player: PlayerNumber
    ) -> [(itemIndex: Int, job: ReplayJob)] {
        var jobs: [(itemIndex: Int, job: ReplayJob)] = []
        for itemIndex in items.indices {
            // Nearly none has one, and is copied.
            guard let replay = items[itemIndex].replay else { continue }
            let item = items[itemIndex]
            // Without a leaderboard to be found the writer says what is wrong.
            let leaderboard =
                if let number = item.leaderboard {
                    keeper.catalogue.target(of: number)
                } else {
                    keeper.catalogue.defaultLeaderboard(of: app, for: player)
                }
            guard let leaderboard, let rule = leaderboard.replays else { continue }
            jobs.append((itemIndex, ReplayJob(app: leaderboard.app, simulator: rule.simulator, log: replay.bytes)))
        }
        return jobs
    }

    /// Plays the jobs and hands the call on to the writer, with what came of each: the writer refuses, since it alone
    /// knows which scores were counted before and need no more proof.
    ///
    /// - Parameter reports: what counts with the scores.
    func check(_ jobs: [(itemIndex: Int, job: ReplayJob)], of call: SubmitCall, with reports: ReportStep?) {
        let arrival = keeper.clock.now()
        keeper.checking.play(jobs.map(\.job), call.player) { [keeper] result in
            switch result {
            case .success(let runs):
                var call = call
                var refusal: SubmitScoresError?
                for (index, job) in jobs.enumerated() {
                    guard index < runs.count else {
                        // Not played, since the one before was refused: that is what is wrong.
                        call.items[job.itemIndex].run = refusal.map { .failure($0) }
                        continue
                    }
                    let run = keeper.judged(runs[index], job.job.simulator, of: call, job.itemIndex, at: arrival)
                    if case .failure(let error) = run { refusal = error }
                    call.items[job.itemIndex].run = run
                }
                if let reports { keeper.send(call, with: reports) } else { keeper.sendPlayed(call) }
            case .failure(.tooManyOfPlayer):
                call.completion(.failure(.tooManyReplays(limit: ReplayLimits.waitingOfPlayer)))
            case .failure(.busy), .failure(.unknownSimulator): call.completion(.failure(.unavailable))
            case .failure(.stopped): call.completion(.failure(.stopped))
            case .failure(.broken(let reason)): call.completion(.failure(.simulatorBroken(reason: reason)))
            }
        }
    }
}

extension ScoreKeeper {
    /// - Parameter arrival: of the score, before its replay was played.
    fileprivate func judged(
        _ run: Result<PlayedRun, ReplayRefusal>, _ simulator: SimulatorName, of call: SubmitCall, _ itemIndex: Int,
        at arrival: Timestamp
    ) -> Result<CheckedRun, SubmitScoresError> {
        do throws(SubmitScoresError) {
            switch run {
            case .success(let run): return .success(try checked(run, simulator, of: call, itemIndex, at: arrival))
            case .failure(let refusal): return .failure(.replay(item: itemIndex, refusal))
            }
        } catch {
            return .failure(error)
        }
    }

    private func checked(
        _ run: PlayedRun, _ simulator: SimulatorName, of call: SubmitCall, _ itemIndex: Int, at arrival: Timestamp
    ) throws(SubmitScoresError) -> CheckedRun {
        guard run.score == call.items[itemIndex].score.value else {
            throw .replayScoreDiffers(item: itemIndex, played: run.score)
        }
        let (verification, ticket) = try judgeTicket(of: run, call, itemIndex, at: arrival)
        return CheckedRun(
            simulator: simulator, verification: verification, trace: run.trace, isTelling: run.isTelling,
            feats: run.feats, hasTicket: !run.ticket.isEmpty, ticket: ticket)
    }

    private func judgeTicket(
        of run: PlayedRun, _ call: SubmitCall, _ itemIndex: Int, at arrival: Timestamp
    ) throws(SubmitScoresError) -> (Verification, UsedTicket?) {
        guard !run.ticket.isEmpty else { return (.verified, nil) }
        let holder = TicketHolder(player: call.player, app: call.app, environment: call.stream.environment)
        guard let ticket = checking.tickets.read(run.ticket, for: holder) else { throw .ticketInvalid(item: itemIndex) }
        guard ticket.seed == run.seed else { throw .ticketSeedDiffers(item: itemIndex) }
        // One that is too old to be remembered proves nothing of time, like a run without one.
        guard arrival < ticket.expires else { return (.verified, nil) }
        let passed = arrival.milliseconds - ticket.issued.milliseconds
        let length = run.length.milliseconds
        guard length <= passed + Ticket.tolerance.milliseconds else {
            throw .runTooFast(
                item: itemIndex, length: run.length, passed: Timestamp.Span(milliseconds: max(0, passed)))
        }
        let isLive = passed <= length + Ticket.idleLimit.milliseconds
        return (isLive ? .live : .verified, UsedTicket(number: ticket.number, expires: ticket.expires))
    }
}
