public import LaurelDomain

// What they played, and what they were told.
extension PlayerExportAnswer {
    /// A score that they submitted.
    public struct Score: Answer {
        /// Nil: the leaderboard has been deleted.
        public var bundleID: BundleID?
        public var environment: Environment
        public var leaderboard: LeaderboardID?
        public var value: Int64
        public var context: Int64
        public var date: Timestamp
        /// When the server took it.
        public var submitted: Timestamp
        /// Nil: the game gave none.
        public var id: ScoreID?

        public init(
            bundleID: BundleID?, environment: Environment, leaderboard: LeaderboardID?, value: Int64, context: Int64,
            date: Timestamp, submitted: Timestamp, id: ScoreID?
        ) {
            self.bundleID = bundleID
            self.environment = environment
            self.leaderboard = leaderboard
            self.value = value
            self.context = context
            self.date = date
            self.submitted = submitted
            self.id = id
        }

        public static let name = "PlayerExportScore"
        public static let fields = Fields(
            AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
            AnswerField("environment", .environment, \.environment),
            AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard),
            AnswerField("value", .int64, \.value),
            AnswerField("context", .int64, \.context),
            AnswerField("date", .timestamp, \.date),
            AnswerField("submitted", .timestamp, \.submitted),
            AnswerField(orNull: "id", .scoreID, \.id),
            make: Self.init(bundleID:environment:leaderboard:value:context:date:submitted:id:))
    }

    /// The leaderboard that they see first in a game.
    public struct DefaultLeaderboard: Answer {
        public var bundleID: BundleID
        /// Nil: it has been deleted.
        public var leaderboard: LeaderboardID?

        public init(bundleID: BundleID, leaderboard: LeaderboardID?) {
            self.bundleID = bundleID
            self.leaderboard = leaderboard
        }

        public static let name = "PlayerExportDefaultLeaderboard"
        public static let fields = Fields(
            AnswerField("bundleID", .bundleID, \.bundleID),
            AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard),
            make: Self.init(bundleID:leaderboard:))
    }

    /// How far they are with an achievement.
    public struct Achievement: Answer {
        public var bundleID: BundleID
        public var environment: Environment
        /// Nil: it has been deleted.
        public var achievement: AchievementID?
        public var percentComplete: Percent
        public var timesEarned: Int
        public var firstEarned: Timestamp?
        public var lastReported: Timestamp

        public init(
            bundleID: BundleID, environment: Environment, achievement: AchievementID?, percentComplete: Percent,
            timesEarned: Int, firstEarned: Timestamp?, lastReported: Timestamp
        ) {
            self.bundleID = bundleID
            self.environment = environment
            self.achievement = achievement
            self.percentComplete = percentComplete
            self.timesEarned = timesEarned
            self.firstEarned = firstEarned
            self.lastReported = lastReported
        }

        public static let name = "PlayerExportAchievement"
        public static let fields = Fields(
            AnswerField("bundleID", .bundleID, \.bundleID),
            AnswerField("environment", .environment, \.environment),
            AnswerField(orNull: "achievement", .achievementID, \.achievement),
            AnswerField("percentComplete", .percent, \.percentComplete),
            AnswerField("timesEarned", .integer(0...Int(UInt32.max)), \.timesEarned),
            AnswerField(orNull: "firstEarned", .timestamp, \.firstEarned),
            AnswerField("lastReported", .timestamp, \.lastReported),
            make: Self.init(bundleID:environment:achievement:percentComplete:timesEarned:firstEarned:lastReported:))
    }

    /// A party that they entered by its code.
    public struct Party: Answer {
        public var bundleID: BundleID
        public var environment: Environment
        public var code: PartyCode
        public var activity: ActivityID
        public var entered: Timestamp

        public init(
            bundleID: BundleID, environment: Environment, code: PartyCode, activity: ActivityID, entered: Timestamp
        ) {
            self.bundleID = bundleID
            self.environment = environment
            self.code = code
            self.activity = activity
            self.entered = entered
        }

        public static let name = "PlayerExportParty"
        public static let fields = Fields(
            AnswerField("bundleID", .bundleID, \.bundleID), AnswerField("environment", .environment, \.environment),
            AnswerField("code", .partyCode, \.code), AnswerField("activity", .activityID, \.activity),
            AnswerField("entered", .timestamp, \.entered),
            make: Self.init(bundleID:environment:code:activity:entered:))
    }

    /// A version of a saved game, with its data.
    public struct SavedGame: Answer {
        public var bundleID: BundleID
        public var environment: Environment
        public var id: SavedGameID
        public var name: String
        public var deviceName: String
        public var modified: Timestamp
        /// In JSON, base64.
        public var data: [UInt8]

        public init(
            bundleID: BundleID, environment: Environment, id: SavedGameID, name: String, deviceName: String,
            modified: Timestamp, data: [UInt8]
        ) {
            self.bundleID = bundleID
            self.environment = environment
            self.id = id
            self.name = name
            self.deviceName = deviceName
            self.modified = modified
            self.data = data
        }

        public static let name = "PlayerExportSavedGame"
        public static let fields = Fields(
            AnswerField("bundleID", .bundleID, \.bundleID),
            AnswerField("environment", .environment, \.environment),
            AnswerField("id", .savedGameID, \.id),
            AnswerField("name", .answered(.plainText(SavedGameName.lengthLimit, example: "Slot 1")), \.name),
            AnswerField(
                "deviceName", .text(0...LaurelDomain.SavedGame.deviceNameLimit, example: "Ali's laptop"), \.deviceName),
            AnswerField("modificationDate", .timestamp, \.modified),
            AnswerField("data", .exportedBytes, \.data),
            make: Self.init(bundleID:environment:id:name:deviceName:modified:data:))
    }

    /// A log that was submitted with a score.
    public struct Replay: Answer {
        /// Nil: the game has been deleted.
        public var bundleID: BundleID?
        public var environment: Environment
        public var leaderboard: LeaderboardID
        public var value: Int64
        public var verification: Verification?
        /// In JSON, base64.
        public var data: [UInt8]

        public init(
            bundleID: BundleID?, environment: Environment, leaderboard: LeaderboardID, value: Int64,
            verification: Verification?, data: [UInt8]
        ) {
            self.bundleID = bundleID
            self.environment = environment
            self.leaderboard = leaderboard
            self.value = value
            self.verification = verification
            self.data = data
        }

        public static let name = "PlayerExportReplay"
        public static let fields = Fields(
            AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
            AnswerField("environment", .environment, \.environment),
            AnswerField("leaderboard", .leaderboardID, \.leaderboard),
            AnswerField("value", .int64, \.value),
            AnswerField("verification", .verification, \.verification),
            AnswerField("data", .exportedBytes, \.data),
            make: Self.init(bundleID:environment:leaderboard:value:verification:data:))
    }

    /// What they were told.
    public struct Notice: Answer {
        public var kind: NoticeKind
        public var created: Timestamp
        /// Nil: it is about no game, or the game has been deleted.
        public var bundleID: BundleID?
        /// The other one; nil: there is none.
        public var about: String?
        /// The ID of the challenge, achievement or leaderboard.
        public var subject: String
        public var isRead: Bool

        public init(
            kind: NoticeKind, created: Timestamp, bundleID: BundleID?, about: String?, subject: String, isRead: Bool
        ) {
            self.kind = kind
            self.created = created
            self.bundleID = bundleID
            self.about = about
            self.subject = subject
            self.isRead = isRead
        }

        public static let name = "PlayerExportNotice"
        public static let fields = Fields(
            AnswerField("kind", .noticeKind, \.kind),
            AnswerField("created", .timestamp, \.created),
            AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
            AnswerField(orNull: "about", .playerID, \.about),
            AnswerField("subject", NoticeAnswer.subjects, \.subject),
            AnswerField("isRead", .boolean, \.isRead),
            make: Self.init(kind:created:bundleID:about:subject:isRead:))
    }
}

extension Shape where Value == [UInt8] {
    /// Of any length, in base64 with padding.
    fileprivate static let exportedBytes = base64(length: 0...Int.max, example: "c2F2ZWQ=")
}
