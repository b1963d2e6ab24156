import LaurelArcade
import LaurelDesktop
import LaurelWhackACac

// The game's own texts: as Web/site/play/whackacac/words.js has them.
extension WhackACacGame {
    /// Six digits, as on an old machine.
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

    func sign(_ number: Int32, _ value: Int32, isTouch: Bool) -> String {
        let isChinese = Words.isChinese
        return switch LaurelWhackACac.Words(rawValue: number) {
        case .score: digits(value)
        case .time: clock(value)
        case .hint:
            isTouch
                ? isChinese ? "点击仙人掌" : "Tap the cacti"
                : isChinese ? "点击仙人掌，或按对应的字母键" : "Click the cacti, or press their key"
        case .countdown: "\(value)"
        case .ghostScore: isChinese ? "对手 \(digits(value))" : "Challenger \(digits(value))"
        case .ghostTime: isChinese ? "对手 \(clock(value))" : "Challenger \(clock(value))"
        case nil: ""
        }
    }

    func text(_ number: Int32, a: Int32) -> String {
        let isChinese = Words.isChinese
        let best = isChinese ? "最佳" : "Best"
        return switch Game.ScreenText(rawValue: number) {
        case .playClassic: isChinese ? "开始" : "Play"
        case .playTimed: isChinese ? "计时模式" : "Timed mode"
        case .classic: isChinese ? "经典" : "Classic"
        case .timed: isChinese ? "计时模式" : "Timed mode"
        case .points: digits(a)
        case .bestPoints: "\(best) \(Words.number(Int64(a)))"
        case .time: clock(a)
        case .bestTime: "\(best) \(clock(a))"
        case .scored:
            isChinese ? "你得了 \(a) 分！" : a == 1 ? "You scored 1 point!" : "You scored \(a) points!"
        case .lasted: isChinese ? "你坚持了 \(clock(a))！" : "You lasted \(clock(a))!"
        case .noLives: isChinese ? "生命耗尽。" : "Out of lives."
        case .pointsSaid: isChinese ? "\(a) 分" : a == 1 ? "1 point" : "\(Words.number(Int64(a))) points"
        case .left: isChinese ? "你离开了沙漠。" : "You left the desert."
        case nil: ""
        }
    }
}
