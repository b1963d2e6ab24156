import LaurelDomain
import Testing

@Suite("Choices of notifications") struct NotificationSettingsTests {
    private let on = NotificationChoice()
    private let silent = NotificationChoice(isOn: false, isPushed: false)
    private let quiet = NotificationChoice(isOn: true, isPushed: false)

    @Test("rule 7.1: a kind in a game counts before all else; else what is off for either is off")
    func choices() {
        let app = AppNumber(3)
        var settings = NotificationSettings()
        #expect(settings.choice(of: .overtaken, in: app) == on)
        settings.choices[NotificationTopic(kind: .overtaken)] = quiet
        #expect(settings.choice(of: .overtaken, in: app) == quiet)
        #expect(settings.choice(of: .challengeReceived, in: app) == on)
        settings.choices[NotificationTopic(app: app)] = silent
        #expect(settings.choice(of: .overtaken, in: app) == silent)
        #expect(settings.choice(of: .overtaken, in: AppNumber(4)) == quiet)
        #expect(settings.choice(of: .friendRequested, in: nil) == on)
        settings.choices[NotificationTopic(kind: .overtaken, app: app)] = on
        #expect(settings.choice(of: .overtaken, in: app) == on)
        settings.choices[NotificationTopic()] = silent
        #expect(settings.choice(of: .friendRequested, in: nil) == silent)
        // Nothing is pushed that is off.
        settings.choices = [NotificationTopic(app: app): NotificationChoice(isOn: false, isPushed: true)]
        #expect(settings.choice(of: .overtaken, in: app) == silent)
    }

    @Test("a change of the account is told whatever was chosen: someone who took it over cannot silence that")
    func account() {
        let off = NotificationChoice(isOn: false, isPushed: false)
        let settings = NotificationSettings(
            choices: [NotificationTopic(): off, NotificationTopic(kind: .accountChanged): off])
        #expect(settings.choice(of: .accountChanged, in: nil) == NotificationChoice())
        #expect(settings.choice(of: .overtaken, in: nil) == off)
    }

    @Test(
        "quiet hours end at their end, also past midnight",
        arguments: [
            // From, to, offset in minutes, moment in UTC (minutes of the day), minutes until the end.
            ("22:00", "07:00", 0, 21 * 60 + 59, nil), ("22:00", "07:00", 0, 22 * 60, 540),
            ("22:00", "07:00", 0, 6 * 60 + 59, 1), ("22:00", "07:00", 0, 7 * 60, nil),
            ("13:00", "14:00", 0, 13 * 60 + 30, 30), ("13:00", "14:00", 0, 12 * 60, nil),
            ("22:00", "07:00", 120, 20 * 60, 540), ("22:00", "07:00", 120, 22 * 60 + 30, 390),
            ("22:00", "07:00", -300, 2 * 60, nil), ("22:00", "07:00", -300, 3 * 60, 540),
            ("08:00", "08:00", 0, 8 * 60, nil),
        ] as [(String, String, Int, Int, Int64?)])
    func quietHours(from: String, to: String, offset: Int, moment: Int, left: Int64?) throws {
        let hours = QuietHours(
            from: try #require(ClockTime(from)), to: try #require(ClockTime(to)), zone: .offset(minutes: offset))
        // 2026-11-21T00:00:00Z, a whole number of days after 1970.
        let now = Timestamp(clamping: 20_778 * 86_400_000 + Int64(moment) * 60_000)
        #expect(hours.end(at: now, offset: offset * 60) == left.map { now.advanced(by: .minutes($0)) })
    }

    @Test("times of day and zones are what they say, and nothing else")
    func texts() {
        for text in ["00:00", "23:59", "07:05"] { #expect(ClockTime(text)?.text == text) }
        for text in ["24:00", "7:05", "07:60", "ab:cd", "", "07-05", "07:5x", "０7:05"] {
            #expect(ClockTime(text) == nil)
        }
        for text in ["+02:00", "-03:30", "+00:00", "Europe/Berlin", "Etc/GMT+5", "UTC"] {
            #expect(TimeZoneID(text)?.text == text)
        }
        for text in ["", "+2", "+19:00", "Europe Berlin", "../etc/passwd", "a\u{0}", String(repeating: "x", count: 65)]
        {
            #expect(TimeZoneID(text) == nil)
        }
    }
}
