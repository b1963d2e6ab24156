public import LaurelDomain

extension NoticeID {
    /// As in a body, a parameter or an event's id: decimal, in one spelling.
    public init?(wire text: String) {
        guard let number = Int64(text), number > 0, String(number) == text else { return nil }
        self.init(number)
    }

    /// What a client heard last: a notice, or 0 where there was none yet.
    public init?(eventID text: String) {
        if text == "0" { self = .start } else { self.init(wire: text) }
    }
}

extension Shape where Value == NoticeID {
    public static let noticeID = Shape<String>.text(1...19, example: "1").map(expected: "a notice ID") {
        NoticeID(wire: $0)
    }
}

extension Shape where Value == NoticeKind {
    public static let noticeKind = word(NoticeKind.allCases.map { ($0.name, $0) })
}

extension Shape where Value == ClockTime {
    static let clockTime = Shape<String>.text(5...5, example: "22:30").map(expected: "a time of day such as 22:30") {
        ClockTime($0)
    }
}

extension Shape where Value == TimeZoneID {
    static let timeZone = Shape<String>.text(1...TimeZoneID.lengthLimit, example: "+02:00").map(
        expected: "an offset such as +02:00 or a time zone such as Europe/Berlin"
    ) { TimeZoneID($0) }
}

/// Which notices were read: one of the two.
public struct ReadNoticesBody: RequestBody {
    public var id: NoticeID?
    public var upTo: NoticeID?

    public init() {}
    public static let name = "ReadNotices"
    public static let fields: [Field<ReadNoticesBody>] = [
        .optional("id", .noticeID) { $0.id = $1 },
        .optional("upTo", .noticeID) { $0.upTo = $1 },
    ]
}

/// How much is to be silent.
public struct MuteBody: RequestBody {
    public var extent = ""

    public init() {}
    public static let name = "Mute"
    public static let fields: [Field<MuteBody>] = [
        .required("extent", .word(["kindInGame", "game", "kind"].map { ($0, $0) })) { $0.extent = $1 }
    ]
}

/// All that a player has chosen; what is not named is told and pushed.
public struct NotificationSettingsBody: RequestBody {
    public var choices: [NotificationChoiceBody] = []
    public var quietHours: QuietHoursBody?

    public init() {}
    public static let name = "NotificationSettings"
    public static let fields: [Field<NotificationSettingsBody>] = [
        .required("choices", NotificationChoiceBody.shape.list(countLimit: NotificationSettings.choicesLimit)) {
            $0.choices = $1
        },
        .optional("quietHours", QuietHoursBody.shape) { $0.quietHours = $1 },
    ]
}

/// One choice: for a kind, a game, a kind in one game, or for everything.
public struct NotificationChoiceBody: RequestBody {
    public var kind: NoticeKind?
    public var bundleID: BundleID?
    public var choice = NotificationChoice()

    public init() {}
    public static let name = "NotificationChoice"
    public static let fields: [Field<NotificationChoiceBody>] = [
        .optional("kind", .noticeKind) { $0.kind = $1 },
        .optional("bundleID", .bundleID) { $0.bundleID = $1 },
        .required("isOn", .boolean) { $0.choice.isOn = $1 },
        .required("isPushed", .boolean) { $0.choice.isPushed = $1 },
    ]
}

/// When nothing is pushed.
public struct QuietHoursBody: RequestBody {
    public var from: ClockTime?
    public var to: ClockTime?
    public var timeZone: TimeZoneID?

    public init() {}
    public static let name = "QuietHours"
    public static let fields: [Field<QuietHoursBody>] = [
        .required("from", .clockTime) { $0.from = $1 },
        .required("to", .clockTime) { $0.to = $1 },
        .required("timeZone", .timeZone) { $0.timeZone = $1 },
    ]

    /// All three are there in a body that was read.
    public var hours: QuietHours? {
        guard let from, let to, let timeZone else { return nil }
        return QuietHours(from: from, to: to, zone: timeZone)
    }
}
