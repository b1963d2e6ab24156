import LaurelArcade
import LaurelDesktop
import LaurelMonkeyJump

// The game's own texts: as Web/site/play/monkeyjump/words.js has them.
extension MonkeyJumpGame {
    private func metres(_ value: Int32) -> String {
        let number = Words.number(Int64(value))
        return Words.isChinese ? "\(number) 米" : "\(number) m"
    }

    private func best(_ value: Int32) -> String {
        Words.isChinese ? "最佳 \(metres(value))" : "Best \(metres(value))"
    }

    func sign(_ number: Int32, _ value: Int32, isTouch: Bool) -> String {
        let isChinese = Words.isChinese
        return switch LaurelMonkeyJump.Words(rawValue: number) {
        case .distance, .sign: metres(value)
        case .best: best(value)
        case .milestone: isChinese ? "\(metres(value))！" : "\(metres(value))!"
        case .hint:
            isTouch
                ? isChinese ? "点击屏幕跳跃" : "Tap to jump"
                : isChinese ? "按空格或 ↑ 跳跃" : "Space or ↑ to jump"
        case .hintHold: isChinese ? "按住跳得更高" : "Hold to jump higher"
        case .countdown: "\(value)"
        case .land: land(value)
        case .ghostToGo: isChinese ? "还差 \(metres(value))" : "\(metres(value)) to go"
        case .ghostPassed: isChinese ? "领先 \(metres(value))" : "\(metres(value)) ahead"
        case nil: ""
        }
    }

    private func land(_ number: Int32) -> String {
        let names =
            Words.isChinese
            ? ["丛林", "沼泽", "遗迹", "草原"] : ["The Jungle", "The Swamp", "The Ruins", "The Savanna"]
        return names.indices.contains(Int(number)) ? names[Int(number)] : ""
    }

    func text(_ number: Int32, a: Int32) -> String {
        let isChinese = Words.isChinese
        return switch Game.ScreenText(rawValue: number) {
        case .play: isChinese ? "开始" : "Play"
        case .name: "MonkeyJump"
        case .metres: metres(a)
        case .best: best(a)
        case .ended, nil: cause(number - Game.ScreenText.ended.rawValue)
        }
    }

    /// What ended the run.
    private func cause(_ number: Int32) -> String {
        let isChinese = Words.isChinese
        guard let kind = UInt8(exactly: number).flatMap({ Enemy.Kind(rawValue: $0) }) else { return "" }
        return switch kind {
        case .snake: isChinese ? "被蛇逮个正着。" : "A snake had the last word."
        case .coconut: isChinese ? "这颗椰子跟你过不去。" : "That coconut had it in for you."
        case .porcupine: isChinese ? "哎哟，好多刺。" : "Ouch. Quills."
        case .parrot: isChinese ? "被鹦鹉撞下来了。" : "Brought down by a parrot."
        case .frog: isChinese ? "青蛙跳得更高。" : "The frog jumped higher."
        case .pit: isChinese ? "猴子不会游泳。" : "Monkeys can't swim."
        }
    }
}
