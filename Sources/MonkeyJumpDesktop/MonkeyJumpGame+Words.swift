import LaurelArcade
import LaurelDesktop
import LaurelMonkeyJump

// The game's own texts: Web/site/i18n/monkeyjump has them.
extension MonkeyJumpGame {
    private func say(_ key: String) -> String { Words.text("monkeyjump.\(key)") }

    /// A text with a distance in it.
    private func say(_ key: String, metres: Int32) -> String {
        Words.text("monkeyjump.\(key)", slot: Words.number(Int64(metres)))
    }

    func sign(_ number: Int32, _ value: Int32, isTouch: Bool) -> String {
        switch LaurelMonkeyJump.Words(rawValue: number) {
        case .distance, .sign: say("distance", metres: value)
        case .best: say("best", metres: value)
        case .milestone: say("milestone", metres: value)
        case .hint: say(isTouch ? "hint.touch" : "hint")
        case .hintHold: say("hintHold")
        case .countdown: "\(value)"
        case .land: (0..<4).contains(value) ? say("land.\(value)") : ""
        case .ghostToGo: say("ghostToGo", metres: value)
        case .ghostPassed: say("ghostPassed", metres: value)
        case .flag: rivalName(RivalSign.number(value))
        case .rivalToGo:
            Words.text(
                "monkeyjump.rivalToGo", slot: Words.number(Int64(RivalSign.amount(value))),
                value: rivalName(RivalSign.number(value)))
        case .rivalPassed: Words.text("monkeyjump.rivalPassed", slot: rivalName(RivalSign.number(value)))
        case .nearMiss: say("nearMiss")
        case .protected: say("protected")
        case .spared: say("spared")
        case nil: ""
        }
    }

    func text(_ number: Int32, a: Int32) -> String {
        switch Game.ScreenText(rawValue: number) {
        case .play: Words.play
        case .name: "MonkeyJump"
        case .metres: say("distance", metres: a)
        case .best: say("best", metres: a)
        case .ended, nil: cause(number - Game.ScreenText.ended.rawValue)
        }
    }

    /// What ended the run.
    private func cause(_ number: Int32) -> String {
        guard let kind = UInt8(exactly: number).flatMap({ Enemy.Kind(rawValue: $0) }) else { return "" }
        return say("by.\(kind)")
    }
}
