public import LaurelDomain

// The account: who they are, what they chose, and what was decided about them.
extension PlayerExportAnswer {
    /// Who they are, and what they let others see and do.
    public struct Profile: Answer {
        public var id: String
        public var alias: String
        public var signedUp: Timestamp
        public var realName: String?
        public var status: String?
        /// Where it is: a path of this server.
        public var photo: String?
        public var audience: Privacy.Audience
        public var isFindable: Bool
        public var takesRequests: Bool
        /// In JSON, a string of four digits.
        public var birthYear: Int?
        public var forbidsStrangers: Bool
        public var forbidsMessages: Bool
        public var hasTwoFactor: Bool
        /// Has no password yet.
        public var isGuest: Bool
        public var mailAddress: MailAddress?
        /// Waits to be confirmed.
        public var pendingMailAddress: MailAddress?

        public init(
            id: String, alias: String, signedUp: Timestamp, realName: String?, status: String?, photo: String?,
            audience: Privacy.Audience, isFindable: Bool, takesRequests: Bool, birthYear: Int?, forbidsStrangers: Bool,
            forbidsMessages: Bool, hasTwoFactor: Bool, isGuest: Bool, mailAddress: MailAddress?,
            pendingMailAddress: MailAddress?
        ) {
            self.mailAddress = mailAddress
            self.pendingMailAddress = pendingMailAddress
            self.isGuest = isGuest
            self.id = id
            self.alias = alias
            self.signedUp = signedUp
            self.realName = realName
            self.status = status
            self.photo = photo
            self.audience = audience
            self.isFindable = isFindable
            self.takesRequests = takesRequests
            self.birthYear = birthYear
            self.forbidsStrangers = forbidsStrangers
            self.forbidsMessages = forbidsMessages
            self.hasTwoFactor = hasTwoFactor
        }

        public static let name = "PlayerExportProfile"
        private static let year = Shape<String>.text(4...4, example: "1990").map(expected: "a year") {
            Int($0)
        } back: {
            String($0)
        }
        public static let fields = Fields(
            AnswerField("id", .playerID, \.id),
            AnswerField("alias", .text(1...240, example: "jungle-jim"), \.alias),
            AnswerField("signedUp", .timestamp, \.signedUp),
            AnswerField(orNull: "realName", .text(1...960, example: "James Tarzan"), \.realName),
            AnswerField(orNull: "status", .text(1...2_240, example: "In the trees"), \.status),
            AnswerField(orNull: "photo", PhotoAnswer.address, \.photo),
            AnswerField("audience", .audience, \.audience),
            AnswerField("isFindable", .boolean, \.isFindable),
            AnswerField("takesRequests", .boolean, \.takesRequests),
            AnswerField(orNull: "birthYear", year, \.birthYear),
            AnswerField("forbidsStrangers", .boolean, \.forbidsStrangers),
            AnswerField("forbidsMessages", .boolean, \.forbidsMessages),
            AnswerField("hasTwoFactor", .boolean, \.hasTwoFactor),
            AnswerField("isGuest", .boolean, \.isGuest),
            AnswerField(orNull: "mailAddress", .mailAddress, \.mailAddress),
            AnswerField(orNull: "pendingMailAddress", .mailAddress, \.pendingMailAddress),
            make: Self.init(
                id:alias:signedUp:realName:status:photo:audience:isFindable:takesRequests:birthYear:forbidsStrangers:
                forbidsMessages:hasTwoFactor:isGuest:mailAddress:pendingMailAddress:))
    }

    /// A team that they're in.
    public struct Membership: Answer {
        /// Nil: it has been deleted.
        public var team: TeamID?
        public var role: TeamRole
        public var joined: Timestamp

        public init(team: TeamID?, role: TeamRole, joined: Timestamp) {
            self.team = team
            self.role = role
            self.joined = joined
        }

        public static let name = "PlayerExportMembership"
        public static let fields = Fields(
            AnswerField(orNull: "team", .teamID, \.team),
            AnswerField("role", .teamRole, \.role),
            AnswerField("joined", .timestamp, \.joined),
            make: Self.init(team:role:joined:))
    }

    /// What they hear of, and when.
    public struct NotificationSettings: Answer {
        public var quietHours: QuietHours?
        /// A choice whose `bundleID` is nil is for all games, or for a game that has been deleted.
        public var choices: [NotificationChoiceBody]

        public init(quietHours: QuietHours?, choices: [NotificationChoiceBody]) {
            self.quietHours = quietHours
            self.choices = choices
        }

        public static let name = "PlayerExportNotificationSettings"
        public static let fields = Fields(
            AnswerField(orNull: "quietHours", QuietHours.shape, \.quietHours),
            AnswerField(
                "choices",
                NotificationChoiceBody.shape.list(countLimit: LaurelDomain.NotificationSettings.choicesLimit), \.choices
            ),
            make: Self.init(quietHours:choices:))
    }

    /// When nothing is pushed.
    public struct QuietHours: Answer {
        public var from: ClockTime
        public var to: ClockTime
        public var zone: TimeZoneID

        public init(from: ClockTime, to: ClockTime, zone: TimeZoneID) {
            self.from = from
            self.to = to
            self.zone = zone
        }

        public static let name = "PlayerExportQuietHours"
        public static let fields = Fields(
            AnswerField("from", .clockTime, \.from),
            AnswerField("to", .clockTime, \.to),
            AnswerField("zone", .timeZone, \.zone),
            make: Self.init(from:to:zone:))
    }

    /// A browser that is told while it is closed.
    public struct PushSubscription: Answer {
        public var endpoint: String

        public init(endpoint: String) {
            self.endpoint = endpoint
        }

        public static let name = "PlayerExportPushSubscription"
        public static let fields = Fields(
            AnswerField(
                "endpoint", .text(1...PushTarget.endpointBytesLimit, example: "https://push.example/9f2c"), \.endpoint),
            make: Self.init(endpoint:))
    }

    /// What they reported.
    public struct Report: Answer {
        public var thing: ReportedThing
        /// Who wrote or showed it.
        public var player: String
        /// The game that it was seen in; nil: none, or it has been deleted.
        public var bundleID: BundleID?
        public var reason: ReportReason
        public var text: String
        public var created: Timestamp

        public init(
            thing: ReportedThing, player: String, bundleID: BundleID?, reason: ReportReason, text: String,
            created: Timestamp
        ) {
            self.thing = thing
            self.player = player
            self.bundleID = bundleID
            self.reason = reason
            self.text = text
            self.created = created
        }

        public static let name = "PlayerExportReport"
        public static let fields = Fields(
            AnswerField("thing", .word(ReportedThing.allCases.map { ($0.name, $0) }), \.thing),
            AnswerField("player", .playerID, \.player),
            AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
            AnswerField("reason", .word(ReportReason.allCases.map { ($0.name, $0) }), \.reason),
            AnswerField("text", .reportText, \.text),
            AnswerField("created", .timestamp, \.created),
            make: Self.init(thing:player:bundleID:reason:text:created:))
    }

    /// That they are banned. The reason is written for moderators, so it isn't here.
    public struct Ban: Answer {
        /// In whose apps; nil: everywhere, or the team has been deleted.
        public var team: TeamID?
        public var created: Timestamp

        public init(team: TeamID?, created: Timestamp) {
            self.team = team
            self.created = created
        }

        public static let name = "PlayerExportBan"
        public static let fields = Fields(
            AnswerField(orNull: "team", .teamID, \.team),
            AnswerField("created", .timestamp, \.created),
            make: Self.init(team:created:))
    }
}
