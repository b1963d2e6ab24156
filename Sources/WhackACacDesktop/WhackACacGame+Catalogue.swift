// swift-format-ignore-file
// Written by scripts/game-words from Web/site/i18n/whackacac.
import LaurelDesktop

extension WhackACacGame {
    static let catalogue = Catalogue(
        english: [
            "whackacac.ghost": "Challenger {slot}",
            "whackacac.hint": "Click the cacti, or press their key",
            "whackacac.hint.touch": "Tap the cacti",
            "whackacac.classic": "Classic",
            "whackacac.timed": "Timed mode",
            "whackacac.scored.one": "You scored 1 point!",
            "whackacac.scored": "You scored {a} points!",
            "whackacac.points.one": "1 point",
            "whackacac.points": "{a} points",
            "whackacac.lasted": "You lasted {slot}!",
            "whackacac.lives": "Out of lives.",
            "whackacac.left": "You left the desert.",
            "whackacac.best": "Best {slot}",
            "whackacac.exit": "Exit",
        ],
        chinese: [
            "whackacac.ghost": "对手 {slot}",
            "whackacac.hint": "点击仙人掌，或按对应的字母键",
            "whackacac.hint.touch": "点击仙人掌",
            "whackacac.classic": "经典",
            "whackacac.timed": "计时模式",
            "whackacac.scored": "你得了 {a} 分！",
            "whackacac.points": "{a} 分",
            "whackacac.lasted": "你坚持了 {slot}！",
            "whackacac.lives": "生命耗尽。",
            "whackacac.left": "你离开了沙漠。",
            "whackacac.best": "最佳 {slot}",
            "whackacac.exit": "退出",
        ])
}
