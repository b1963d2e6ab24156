public import LaurelDomain

/// How many parts a combined leaderboard may have.
public let combinedPartsLimit = 20
/// How many other apps may share a group.
public let groupSharesLimit = 50

/// When the occurrences of a recurring leaderboard begin and end (rule 4.1), before it is known to be possible.
public struct RecurrenceBody: RequestBody {
    public var start = Timestamp.first
    public var duration = Timestamp.Span.days(1)
    public var restart = Timestamp.Span.days(1)

    public init() {}
    public static let name = "Recurrence"
    public static let fields: [Field<RecurrenceBody>] = [
        .required("start", .timestamp, \.start),
        .required("durationMinutes", .minutes(5...43_200), \.duration),
        .required("restartMinutes", .minutes(5...527_040), \.restart),
    ]
}

extension Shape where Value == Recurrence {
    public static let recurrence = RecurrenceBody.shape.map(
        expected: "a schedule with restartMinutes of at least durationMinutes"
    ) {
        body -> Recurrence? in
        do throws(Recurrence.Invalid) {
            return try Recurrence(start: body.start, duration: body.duration, interval: body.restart)
        } catch {
            return nil
        }
    } back: {
        var body = RecurrenceBody()
        (body.start, body.duration, body.restart) = ($0.start, $0.duration, $0.interval)
        return body
    }
}

extension Shape where Value == [LeaderboardID] {
    static let parts = Shape<LeaderboardID>.leaderboardID.list(countLimit: combinedPartsLimit)
    static let formerIDs = Shape<LeaderboardID>.leaderboardID.list(countLimit: 100)
}

extension Shape where Value == [BundleID] {
    static let sharedWith = Shape<BundleID>.bundleID.list(countLimit: groupSharesLimit)
}

/// The group that a leaderboard moves into.
public struct MoveLeaderboardBody: RequestBody {
    public var group: LeaderboardID?

    public init() {}
    public static let name = "MoveLeaderboard"
    public static let fields: [Field<MoveLeaderboardBody>] = [.required("into", .leaderboardID, \.group)]
}
