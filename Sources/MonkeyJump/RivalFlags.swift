import LaurelArcade

/// A flag where each rival's best run ended, with the name. They stand behind the run and decide nothing.
enum RivalFlags {
    static func draw(_ rivals: Rivals, at score: Int64, _ frame: Frame, time: Int32, into list: inout DrawList) {
        var last = Int32.min / 2
        var floor: Int32 = 0
        for rival in rivals.all {
            let x = frame.x((Int64(rival.score) + 1) * Rules.metre)
            guard x > -120 * 256, x < (frame.view.width + 120) * 256 else { continue }
            // Names that would lie over each other stand one above the other.
            floor = x - last < 90 * 256 ? (floor + 1) % 3 : 0
            last = x
            let sway = frame.view.isCalm ? 0 : Trigonometry.sine(time &* 600 &+ rival.number &* 9000) / 40
            let isPassed = score > Int64(rival.score)
            let alpha: Int32 = isPassed ? 120 : 255
            list.sprite(
                (rival.isFriend ? Sprite.flagFriend : Sprite.flag).rawValue,
                Pose(x: x, y: frame.groundY - 3 * 256, rotation: sway, alpha: alpha))
            list.text(
                Words.flag.rawValue, value: RivalSign.value(rival.number), x: x,
                y: frame.groundY - (78 + floor * 14) * 256, size: 13, .center, alpha: alpha)
        }
    }
}
