/// What a player wants to be told, and how (rule 7.1). Where they have not chosen, they are told, and pushed to.
public struct NotificationSettings: Hashable, Sendable {
    /// Choices of one player: every kind of every game that anybody plays.
    public static let choicesLimit = 500

    public var choices: [NotificationTopic: NotificationChoice]
    /// Nil: none.
    public var quietHours: QuietHours?

    public init(choices: [NotificationTopic: NotificationChoice] = [:], quietHours: QuietHours? = nil) {
        self.choices = choices
        self.quietHours = quietHours
    }

    /// What holds for a notice: the choice for its kind in its game where there is one, else everything that is off for
    /// the kind, for the game or for all together is off.
    public func choice(of kind: NoticeKind, in app: AppNumber?) -> NotificationChoice {
        guard kind.canBeMuted else { return NotificationChoice() }
        if app != nil, let exact = choices[NotificationTopic(kind: kind, app: app)] { return exact }
        var topics: Set<NotificationTopic> = [NotificationTopic(), NotificationTopic(kind: kind)]
        if let app { topics.insert(NotificationTopic(app: app)) }
        let chosen = topics.compactMap { choices[$0] }
        let isOn = chosen.allSatisfy(\.isOn)
        return NotificationChoice(isOn: isOn, isPushed: isOn && chosen.allSatisfy(\.isPushed))
    }
}

/// What a choice is about: a kind, a game, a kind in one game, or, with neither, everything.
public struct NotificationTopic: Hashable, Sendable {
    public var kind: NoticeKind?
    public var app: AppNumber?

    public init(kind: NoticeKind? = nil, app: AppNumber? = nil) {
        self.kind = kind
        self.app = app
    }
}

/// How a player is told.
public struct NotificationChoice: Hashable, Sendable {
    /// False: it is kept in the inbox in silence, read already.
    public var isOn: Bool
    /// Whether devices that are not open are told as well. Nothing is pushed that is off.
    public var isPushed: Bool

    public init(isOn: Bool = true, isPushed: Bool = true) {
        self.isOn = isOn
        self.isPushed = isPushed
    }
}

/// The part of each day in which nothing is pushed; it is held back until the end of it.
///
/// ```swift
/// QuietHours(from: ClockTime("22:30"), to: ClockTime("07:00"), zone: .named("Europe/Berlin"))
/// ```
public struct QuietHours: Hashable, Sendable {
    public let from: ClockTime
    /// Earlier than ``from``: on the next morning. The same: no quiet at all.
    public let to: ClockTime
    public let zone: TimeZoneID

    public init(from: ClockTime, to: ClockTime, zone: TimeZoneID) {
        self.from = from
        self.to = to
        self.zone = zone
    }

    /// When the quiet that holds at `moment` ends; nil when none does. Where the clocks are changed in between, it must
    /// be asked once more then.
    ///
    /// - Parameter offset: of the zone at that moment, in seconds east of UTC.
    public func end(at moment: Timestamp, offset: Int) -> Timestamp? {
        let day: Int64 = 86_400_000
        let local = (moment.milliseconds + Int64(offset) * 1_000 + day) % day
        let length = (to.milliseconds - from.milliseconds + day) % day
        let elapsed = (local - from.milliseconds + day) % day
        guard elapsed < length else { return nil }
        return moment.advanced(by: Timestamp.Span(milliseconds: length - elapsed))
    }
}

/// A time of day, `00:00` to `23:59`.
public struct ClockTime: Hashable, Sendable {
    /// Since midnight, 0..<1440.
    public let minutes: Int
    public var milliseconds: Int64 { Int64(minutes) * 60_000 }

    public init?(minutes: Int) {
        guard 0..<1_440 ~= minutes else { return nil }
        self.minutes = minutes
    }

    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - 0x30 }
        guard digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        guard hour < 24, minute < 60 else { return nil }
        self.minutes = hour * 60 + minute
    }

    public var text: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return two(minutes / 60) + ":" + two(minutes % 60)
    }
}

/// Where a player's clock stands: a fixed offset, or a zone of the IANA database whose offset changes over the year.
public enum TimeZoneID: Hashable, Sendable {
    public static let lengthLimit = 64

    /// Minutes east of UTC, -18 hours to 18 hours (the widest that ISO 8601 clocks use is 14).
    case offset(minutes: Int)
    /// Such as `Europe/Berlin`; whether there is such a zone is not known here.
    case named(String)

    /// Reads `+02:00` or `Europe/Berlin`.
    public init?(_ text: String) {
        guard (1...Self.lengthLimit).contains(text.utf8.count) else { return nil }
        if let sign = text.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            guard let time = ClockTime(String(text.dropFirst())), time.minutes <= 1_080 else { return nil }
            self = .offset(minutes: sign == UInt8(ascii: "+") ? time.minutes : -time.minutes)
            return
        }
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2F, 0x5F: true
            default: false
            }
        }
        guard isName, let first = text.utf8.first, (0x41...0x5A).contains(first) else { return nil }
        self = .named(text)
    }

    public var text: String {
        switch self {
        case .offset(let minutes):
            (minutes < 0 ? "-" : "+") + (ClockTime(minutes: minutes.magnitude.clampedToDay)?.text ?? "00:00")
        case .named(let name): name
        }
    }
}

extension UInt {
    fileprivate var clampedToDay: Int { Int(Swift.min(self, 1_439)) }
}
