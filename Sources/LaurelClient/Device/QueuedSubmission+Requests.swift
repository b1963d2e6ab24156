public import LaurelDomain
public import LaurelWire

extension QueuedSubmission {
    /// What is sent in one request: scores that follow one another go together (rule 8.1), as many as a request takes.
    public static func batch(_ items: [SubmissionQueue.Item]) -> [SubmissionQueue.Item] {
        guard let first = items.first, let head = first.submission.scores else { return Array(items.prefix(1)) }
        var (batch, load) = ([first], first.submission.load)
        for item in items.dropFirst() {
            // Achievements count with the scores beside them, and with no others.
            guard let next = item.submission.scores, next.challengeIDs == head.challengeIDs,
                head.achievements == nil, next.achievements == nil
            else { break }
            let more = RequestLoad(scores: next.scores.count, bytes: item.submission.body.utf8.count)
            guard load.takes(more) else { break }
            batch.append(item)
            load += more
        }
        return batch
    }

    /// What it brings into a request that it shares with others.
    var load: RequestLoad { RequestLoad(scores: scores?.scores.count ?? 0, bytes: body.utf8.count) }

    /// Nil where it is something else.
    public var scores: ScoresBody? {
        guard kind == .scores else { return nil }
        do throws(JSONError) { return try ScoresBody(json: Array(body.utf8)) } catch { return nil }
    }

    /// Of its scores; nil among them: the default one.
    public var leaderboards: Set<LeaderboardID?> { Set(scores?.scores.map(\.leaderboard) ?? []) }

    /// What a `decline` is kept as.
    public static func declining(_ id: ChallengeID) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(id.text)
        return writer.finish()
    }

    /// Nil where it is something else.
    public var declinedChallenge: ChallengeID? {
        guard kind == .decline else { return nil }
        do throws(JSONError) {
            return try JSONValue(json: Array(body.utf8)).text.flatMap { ChallengeID($0) }
        } catch {
            return nil
        }
    }
}

extension QueuedSubmission {
    /// The end of a turn, with its match. Nil where it is something else, or can't be understood.
    public var turn: TurnEnd? {
        guard let match = subject.flatMap({ MatchID($0) }) else { return nil }
        let json = Array(body.utf8)
        do throws(JSONError) {
            switch kind {
            case .turn: return .turn(try EndTurnBody(json: json), match)
            case .matchQuit: return .quit(try QuitMatchBody(json: json), match)
            case .matchEnd: return .match(try EndMatchBody(json: json), match)
            case .scores, .achievements, .challenge, .decline: return nil
            }
        } catch {
            return nil
        }
    }
}

extension QueuedSubmission {
    /// The same end of a turn, made of this version of its match. What is no such end stays as it is.
    public func naming(version: Int64) -> QueuedSubmission {
        guard let turn, turn.version != version else { return self }
        var named = self
        named.body = String(decoding: turn.json(naming: version), as: UTF8.self)
        return named
    }
}

/// How full a request is that several submissions share.
struct RequestLoad: Hashable, Sendable {
    /// None: it shares no request.
    var scores = 0
    /// Of the bodies as they are sent, replays in base64 included.
    var bytes = 0

    func takes(_ more: RequestLoad) -> Bool {
        scores > 0 && more.scores > 0 && scores + more.scores <= scoresLimit
            && bytes + more.bytes <= ClientLimits.requestBytes
    }

    static func += (load: inout RequestLoad, more: RequestLoad) {
        load.scores += more.scores
        load.bytes += more.bytes
    }
}
