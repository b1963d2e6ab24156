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
    } back: {
        String($0.rawValue)
    }
}

extension Shape where Value == NoticeKind {
    public static let noticeKind = word(NoticeKind.allCases.map { ($0.name, $0) })
    /// What a game's webhook can be told of.
    public static let webhookEvent = word(NoticeKind.allCases.filter(\.isOfGame).map { ($0.name, $0) })
}

extension Shape where Value == ClockTime {
    static let clockTime = Shape<String>.text(5...5, example: "22:30").map(expected: "a time of day such as 22:30") {
        ClockTime($0)
    } back: {
        $0.text
    }
}

extension Shape where Value == TimeZoneID {
    static let timeZone = Shape<String>.text(1...TimeZoneID.lengthLimit, example: "+02:00").map(
        expected: "an offset such as +02:00 or a time zone such as Europe/Berlin"
    ) {
        TimeZoneID($0)
    } back: {
        $0.text
    }
}

/// Which notices were read: one of the two.
public struct ReadNoticesBody: RequestBody {
    public var id: NoticeID?
    public var upTo: NoticeID?

    public init() {}
    public static let name = "ReadNotices"
    public static let alternatives: Set<String> = ["id"]
    public static let fields: [Field<ReadNoticesBody>] = [
        .optional("id", .noticeID, \.id),
        .optional("upTo", .noticeID, \.upTo),
    ]
}

/// How much is to be silent.
public struct MuteBody: RequestBody {
    public var extent = ""

    public init() {}
    public static let name = "Mute"
    public static let fields: [Field<MuteBody>] = [
        .required("extent", .word(["kindInGame", "game", "kind"].map { ($0, $0) }), \.extent)
    ]
}

/// All that a player has chosen; what is not named is told and pushed.
public struct NotificationSettingsBody: RequestBody {
    public var choices: [NotificationChoiceBody] = []
    public var quietHours: QuietHoursBody?

    public init() {}
    public static let name = "NotificationSettings"
    public static let fields: [Field<NotificationSettingsBody>] = [
        .required(
            "choices", NotificationChoiceBody.shape.list(countLimit: NotificationSettings.choicesLimit), \.choices),
        .nullable("quietHours", QuietHoursBody.shape, \.quietHours),
    ]
}

/// One choice: for a kind, a game, a kind in one game, or for everything.
public struct NotificationChoiceBody: RequestBody {
    public var kind: NoticeKind?
    public var bundleID: BundleID?
    public var choice = NotificationChoice()

    public init() {}
    public init(kind: NoticeKind?, bundleID: BundleID?, choice: NotificationChoice) {
        (self.kind, self.bundleID, self.choice) = (kind, bundleID, choice)
    }

    public static let name = "NotificationChoice"
    public static let fields: [Field<NotificationChoiceBody>] = [
        .nullable("kind", .noticeKind, \.kind),
        .nullable("bundleID", .bundleID, \.bundleID),
        .required("isOn", .boolean, \.choice.isOn),
        .required("isPushed", .boolean, \.choice.isPushed),
    ]
}

/// When nothing is pushed.
public struct QuietHoursBody: RequestBody {
    public var from: ClockTime?
    public var to: ClockTime?
    public var timeZone: TimeZoneID?

    public init() {}
    public init(_ hours: QuietHours) { (from, to, timeZone) = (hours.from, hours.to, hours.zone) }

    public static let name = "QuietHours"
    public static let fields: [Field<QuietHoursBody>] = [
        .required("from", .clockTime, \.from),
        .required("to", .clockTime, \.to),
        .required("timeZone", .timeZone, \.timeZone),
    ]

    /// All three are there in a body that was read.
    public var hours: QuietHours? {
        guard let from, let to, let timeZone else { return nil }
        return QuietHours(from: from, to: to, zone: timeZone)
    }
}
