import LaurelArcade
import LaurelDesktop
import LaurelWhackACac

// The game's own texts: Web/site/i18n/whackacac has them.
extension WhackACacGame {
    /// Six digits, as on an old machine: in the picture alone. Elsewhere a score is written as the leaderboards write
    /// it.
    private func digits(_ hits: Int32) -> String {
        let text = String(max(hits, 0))
        return String(repeating: "0", count: max(6 - text.count, 0)) + text
    }

    /// Minutes, seconds and hundredths.
    private func clock(_ hundredths: Int32) -> String {
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let seconds = hundredths / 100
        return "\(seconds / 60):\(two(seconds % 60)).\(two(hundredths % 100))"
    }

    private func say(_ key: String, a: Int32? = nil, slot: String = "") -> String {
        Words.text("whackacac.\(key)", a: a.map(Int64.init), slot: slot)
    }

    func sign(_ number: Int32, _ value: Int32, isTouch: Bool) -> String {
        switch LaurelWhackACac.Words(rawValue: number) {
        case .score: digits(value)
        case .time: clock(value)
        case .hint: say(isTouch ? "hint.touch" : "hint")
        case .countdown: "\(value)"
        case .ghostScore: say("ghost", slot: digits(value))
        case .ghostTime: say("ghost", slot: clock(value))
        case .combo: say("combo", slot: "\(value)")
        case .day: say("day", slot: "\(value)")
        case .rivalScore: rival("rivalToGo", value, Words.number(Int64(RivalSign.amount(value))))
        case .rivalTime: rival("rivalToGo", value, clock(RivalSign.amount(value)))
        case .rivalPassed: rival("rivalPassed", value, "")
        case .healed: say("healed")
        case .owl: say("owl")
        case nil: ""
        }
    }

    /// - Parameter value: as ``RivalSign`` packs it.
    private func rival(_ key: String, _ value: Int32, _ amount: String) -> String {
        Words.text("whackacac.\(key)", slot: amount, value: rivalName(RivalSign.number(value)))
    }

    func text(_ number: Int32, a: Int32) -> String {
        switch Game.ScreenText(rawValue: number) {
        case .playClassic: Words.play
        case .playTimed, .timed: say("timed")
        case .classic: say("classic")
        case .points: Words.number(Int64(a))
        case .bestPoints: say("best", slot: Words.number(Int64(a)))
        case .time: clock(a)
        case .bestTime: say("best", slot: clock(a))
        case .scored: say("scored", a: a)
        case .lasted: say("lasted", slot: clock(a))
        case .noLives: say("lives")
        case .pointsSaid: say("points", a: a)
        case .left: say("left")
        case nil: ""
        }
    }
}
