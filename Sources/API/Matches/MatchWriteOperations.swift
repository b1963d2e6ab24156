import LaurelHTTPServer
import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelWire
import LaurelService

// What participants do.
extension MatchFeature {
    /// A write that says nothing but that it is one.
    func plain(
        _ command: MatchCommand, _ request: Request, _ id: MatchID, _ table: MatchTable
    ) throws(Problem) -> Reply {
        let body = try MatchKeyBody(of: request)
        return try write(command, key(body.key, body, request), request, id, table)
    }

    func saveData(_ request: Request, _ id: MatchID, _ table: MatchTable) throws(Problem) -> Reply {
        let body = try MatchDataBody(of: request)
        let turn = TurnWrite(
            body.resolved.map { .saveMerged($0.map(number)) } ?? .save, data: body.data,
            message: try newMessage(body.message))
        return try write(.turn(turn, seen: seen(body.version)), key(body.key, body, request), request, id, table)
    }

    func endTurn(_ request: Request, _ id: MatchID, _ table: MatchTable) throws(Problem) -> Reply {
        let body = try EndTurnBody(of: request)
        let turn = TurnWrite(
            .end(try handover(body.next, body.timeout)), data: body.data, message: try newMessage(body.message))
        let (number, seen, key) = (try number(id), seen(body.version), key(body.key, body, request))
        guard let names = players.friendNamesImmediately(of: table.session.player) else {
            return try write(.turn(turn, seen: seen), key, request, id, table)
        }
        // No task is made for it: most writes are ends of turns, and memory has all that these are answered with.
        return .deferred { [self] answer in
            WriteMatch(matches).submit(
                turn, seen: seen, of: number, key: key, in: table.game, by: table.session.player
            ) { [self] result in
                if case .success(let written?) = result {
                    return answer { [self] in
                        answers.json(.ok, self.answer(written.details, at: table, friendNames: names))
                    }
                }
                Task { [self] in
                    let response = await rest(of: result, number, request, id, table)
                    answer { response }
                }
            }
        }
    }

    /// What the end of a turn is answered with that was refused, or after which only the store has the match.
    private func rest(
        of result: Result<WrittenTurn?, MatchError>, _ number: MatchNumber, _ request: Request, _ id: MatchID,
        _ table: MatchTable
    ) async -> Response {
        await replies.answering(request) { () async throws(Problem) in
            try await response(number, table) { () async throws(MatchError) in
                switch result {
                case .success(let written?): return written.details
                case .success(nil): break
                case .failure(let error):
                    throw await WriteMatch(matches).refusal(error, of: number, in: table.game, by: table.session.player)
                }
                return try await WriteMatch(matches).read(number, in: table.game, by: table.session.player)
            } respond: { (match) throws(Problem) in
                guard let match else { throw Problem.unknown(id) }
                return answers.json(.ok, match)
            }
        }
    }

    func move(_ request: Request, _ id: MatchID, _ table: MatchTable) throws(Problem) -> Reply {
        let body = try MatchMoveBody(of: request)
        return try write(
            .move(body.move, seen: seen(body.version)), key(body.key, body, request), request, id, table)
    }

    func end(_ request: Request, _ id: MatchID, _ table: MatchTable) throws(Problem) -> Reply {
        let body = try EndMatchBody(of: request)
        var outcomes: [Seat: MatchOutcome] = [:]
        for (index, number) in body.outcomes.enumerated() {
            guard let number else { continue }
            outcomes[try seat(index, "outcomes[\(index)]")] = try outcome(number, "outcomes[\(index)]")
        }
        let turn = TurnWrite(.endMatch(outcomes), data: body.data, message: try newMessage(body.message))
        let command = MatchCommand.turn(turn, seen: seen(body.version))
        let (scores, reports) = try results(body)
        let (number, key) = (try number(id), key(body.key, body, request))
        return perform(number, request, table) { () async throws(MatchError) in
            try await EndMatch(matches)(
                command, of: number, key: key, scores: scores, reports: reports, app: table.app,
                environment: table.environment, as: table.session)
        } respond: { (match) throws(Problem) in
            guard let match else { throw Problem.unknown(id) }
            return answers.json(.ok, match)
        }
    }

    private func results(_ body: EndMatchBody) throws(Problem) -> ([EndMatch.MatchScore], [EndMatch.MatchReport]) {
        var scores: [EndMatch.MatchScore] = []
        for (index, score) in (body.scores ?? []).enumerated() {
            scores.append(
                EndMatch.MatchScore(
                    seat: try seat(score.seat, "scores[\(index)].seat"), leaderboard: score.leaderboard,
                    score: score.score))
        }
        var reports: [EndMatch.MatchReport] = []
        for (index, report) in (body.achievements ?? []).enumerated() {
            guard let achievement = report.achievement else {
                throw Problem(.invalidParameter, field: "achievements[\(index)].id")
            }
            reports.append(
                EndMatch.MatchReport(
                    seat: try seat(report.seat, "achievements[\(index)].seat"),
                    report: AchievementReport(achievement: achievement, percent: report.percent, date: report.date)))
        }
        return (scores, reports)
    }

    func sendExchange(_ request: Request, _ id: MatchID, _ table: MatchTable) throws(Problem) -> Reply {
        let body = try NewExchangeBody(of: request)
        let number = try number(id)
        let recipients = try seats(body.recipients, "recipients")
        let message = try message(body.message)
        let timeout = try timeout(body.timeout, otherwise: .exchangeDefault)
        let key = key(body.key, body, request)
        return replies.later(request) { () async throws(Problem) in
            let sent: (exchange: ExchangeNumber, details: MatchDetails)
            do throws(MatchError) {
                sent = try await WriteMatch(matches).send(
                    to: recipients, data: body.data, message, timeout: timeout, of: number, key: key, in: table.game,
                    by: table.session.player)
            } catch {
                let problem = Problem(from: error)
                refusedWrites.note(
                    problem, of: number, in: table.game, by: table.session.player, at: matches.now)
                throw problem
            }
            return answers.json(
                .created,
                NewExchangeAnswer(
                    exchange: Int(sent.exchange.rawValue), match: try await answer(sent.details, at: table)))
        }
    }

    func reply(_ request: Request, _ id: MatchID, _ exchange: Int, _ table: MatchTable) throws(Problem) -> Reply {
        let body = try ExchangeReplyBody(of: request)
        return try write(
            .reply(number(exchange), data: body.data, try message(body.message)), key(body.key, body, request), request,
            id, table)
    }

    func cancel(_ request: Request, _ id: MatchID, _ exchange: Int, _ table: MatchTable) throws(Problem) -> Reply {
        let body = try ExchangeCancelBody(of: request)
        return try write(
            .cancel(number(exchange), try message(body.message)), key(body.key, body, request), request, id, table)
    }

    func remind(_ request: Request, _ id: MatchID, _ table: MatchTable) throws(Problem) -> Reply {
        let body = try MatchReminderBody(of: request)
        let seats = try seats(body.seats, "seats")
        return try write(
            .remind(seats, try message(body.message)), key(body.key, body, request), request, id, table)
    }

    func quit(_ request: Request, _ id: MatchID, _ table: MatchTable) throws(Problem) -> Reply {
        let body = try QuitMatchBody(of: request)
        return try perform(try quitting(body), key(body.key, body, request), request, id, table) {
            answers.json(.ok, QuitMatchAnswer(match: $0))
        }
    }

    private func quitting(_ body: QuitMatchBody) throws(Problem) -> MatchCommand {
        let outcome = try body.outcome.map { (number) throws(Problem) in try self.outcome(number, "outcome") }
        switch (outcome, body.version, body.data, body.next) {
        case (nil, nil, nil, nil): return .askToQuit
        case (let outcome?, nil, nil, nil): return .quitOutOfTurn(outcome)
        case (let outcome?, let version?, let data?, let next?):
            let turn = TurnWrite(
                .quit(outcome, try handover(next, body.timeout)), data: data, message: try newMessage(body.message))
            return .turn(turn, seen: seen(version))
        default:
            throw Problem(
                .invalidParameter, "In turn, give outcome, version, data and next; out of turn, outcome alone.",
                field: "next")
        }
    }

    /// Removing needs no key of its own: doing it again is the same.
    func remove(_ request: Request, _ id: MatchID, _ table: MatchTable) throws(Problem) -> Reply {
        let key = matches.key(high: .max, low: try number(id).rawValue, body: [])
        return try perform(.remove, key, request, id, table) { _ in answers.noContent() }
    }

    /// A write after which the player sees the match.
    private func write(
        _ command: MatchCommand, _ key: MatchKey, _ request: Request, _ id: MatchID, _ table: MatchTable
    ) throws(Problem) -> Reply {
        try perform(command, key, request, id, table) { (match) throws(Problem) in
            guard let match else { throw Problem.unknown(id) }
            return answers.json(.ok, match)
        }
    }

    /// - Parameter respond: with the match as it is then; nil: its player doesn't see it any more.
    private func perform(
        _ command: MatchCommand, _ key: MatchKey, _ request: Request, _ id: MatchID, _ table: MatchTable,
        _ respond: @escaping @Sendable (MatchAnswer?) throws(Problem) -> Response
    ) throws(Problem) -> Reply {
        let number = try number(id)
        return perform(
            number, request, table,
            { () async throws(MatchError) in
                try await WriteMatch(matches)(
                    command, of: number, key: key, in: table.game, by: table.session.player)
            }, respond: respond)
    }

    private func perform(
        _ number: MatchNumber, _ request: Request, _ table: MatchTable,
        _ write: @escaping @Sendable () async throws(MatchError) -> MatchDetails?,
        respond: @escaping @Sendable (MatchAnswer?) throws(Problem) -> Response
    ) -> Reply {
        replies.later(request) { () async throws(Problem) in
            try await response(number, table, write, respond: respond)
        }
    }

    private func response(
        _ number: MatchNumber, _ table: MatchTable, _ write: () async throws(MatchError) -> MatchDetails?,
        respond: (MatchAnswer?) throws(Problem) -> Response
    ) async throws(Problem) -> Response {
        let details: MatchDetails?
        do throws(MatchError) { details = try await write() } catch {
            let problem =
                if case .refused(.notTheTurn) = error { await stale(number, table) } else { Problem(from: error) }
            refusedWrites.note(problem, of: number, in: table.game, by: table.session.player, at: matches.now)
            throw problem
        }
        guard let details else { return try respond(nil) }
        return try respond(try await answer(details, at: table))
    }

    /// What a write hears that was made of an older match: the match as it is (rule 12.22).
    private func stale(_ number: MatchNumber, _ table: MatchTable) async -> Problem {
        var problem = Problem(from: MatchRefusal.notTheTurn)
        do {
            let details = try await ReadMatches(matches)(number, for: table.session.player, in: table.game)
            problem.current = .match(try await answer(details, at: table))
        } catch {
            // The refusal is true without it, and the client can read the match itself.
        }
        return problem
    }

    // MARK: Values

    private func seen(_ version: Int64) -> MatchVersion { MatchVersion(UInt64(clamping: version)) }

    private func seat(_ index: Int, _ field: String) throws(Problem) -> Seat {
        guard let seat = Seat(index) else { throw Problem(.invalidParameter, "There's no such seat.", field: field) }
        return seat
    }

    private func seats(_ indices: [Int], _ field: String) throws(Problem) -> [Seat] {
        try indices.enumerated().map { (item, index) throws(Problem) in try seat(index, "\(field)[\(item)]") }
    }

    private func outcome(_ number: Int, _ field: String) throws(Problem) -> MatchOutcome {
        guard let outcome = MatchOutcome(rawValue: UInt32(clamping: number)) else {
            throw Problem(from: MatchRefusal.outcomeInvalid, field: field)
        }
        return outcome
    }

    /// - Parameter timeout: in seconds; 0 is none.
    private func handover(_ next: [Int], _ timeout: Int?) throws(Problem) -> TurnWrite.Handover {
        let list = try seats(next, "next")
        return TurnWrite.Handover(next: list, timeout: try self.timeout(timeout, otherwise: .turnDefault))
    }

    private func timeout(_ seconds: Int?, otherwise span: MatchTimeout) throws(Problem) -> MatchTimeout {
        guard let seconds else { return span }
        guard seconds > 0 else { return .none }
        do throws(MatchRefusal) { return try MatchTimeout(.seconds(Int64(seconds))) } catch {
            throw Problem(from: error, field: "timeout")
        }
    }

    func number(_ exchange: Int) -> ExchangeNumber { ExchangeNumber(UInt32(clamping: exchange)) }

    /// - Returns: nil: what there was stays.
    private func newMessage(_ body: MatchMessageBody?) throws(Problem) -> MatchMessage? {
        guard body != nil else { return nil }
        return try message(body)
    }

    private func message(_ body: MatchMessageBody?) throws(Problem) -> MatchMessage {
        guard let body else { return .empty }
        try checkText(body.key, field: "message.key")
        for (index, text) in body.arguments.enumerated() {
            try checkText(text, field: "message.arguments[\(index)]")
        }
        try checkText(body.text, field: "message.text")
        do throws(MatchRefusal) {
            return try MatchMessage(key: body.key, arguments: body.arguments, text: body.text)
        } catch {
            throw Problem(from: error, field: "message")
        }
    }

    /// As a challenge's message: another player's game shows it.
    private func checkText(_ text: String, field: String) throws(Problem) {
        guard PlainText.holds(text, limit: MatchMessage.lengthLimit) else {
            throw Problem(.invalidParameter, "Use one line without control characters.", field: field)
        }
        try words.check(text, field: field)
    }
}
