import LaurelArcade

/// The desert: a sky, what is far away, and three dunes with a row of cacti behind each.
enum Scenery {
    static func drawSky(_ frame: Frame, time: Int32, into list: inout DrawList) {
        let view = frame.view
        let horizon = frame.horizon
        // One picture, stretched from the top to below the horizon.
        list.sprite(
            Sprite.sky.rawValue,
            Pose(
                x: 0, y: 0, scaleX: view.width * 1024 / Sprite.sky.box.width + 16,
                scaleY: (horizon + 40) * 1024 / Sprite.sky.box.height))
        let drift = view.isCalm ? 0 : time
        list.sprite(Sprite.sun.rawValue, Pose(x: view.width * 256 * 76 / 100, y: (horizon - 110) * 256))
        for index: Int32 in 0..<3 {
            let lap = view.width + 240
            let x = (index * 260 + drift / (14 + index * 5)) % lap - 120
            list.sprite(
                Sprite.cloud.rawValue,
                Pose(
                    x: x * 256, y: (horizon - 150 + index * 34) * 256, scaleX: 1024 - index * 190,
                    scaleY: 1024 - index * 190, alpha: 210))
        }
        vulture(frame, horizon: horizon, time: drift, into: &list)
        layer(.mesas, frame, y: horizon - 2, offset: 60, into: &list)
        layer(.farDunes, frame, y: horizon + 10, offset: 0, scale: frame.duneScale, into: &list)
    }

    /// The last quarter of a day grows red, the quiet after it is night, and morning comes at once.
    static func drawEvening(_ frame: Frame, _ run: Run, into list: inout DrawList) {
        guard run.version > 1 else { return }
        let hour = run.ticks % Rules.dayTicks
        let late = max(hour - Rules.dayTicks * 3 / 4, 0)
        let (width, height) = (frame.view.width * 256, frame.view.height * 256)
        let dusk = late * 120 / (Rules.dayTicks / 4)
        list.rectangle(x: 0, y: 0, width: width, height: height, color: 0xD2451E, alpha: dusk)
        guard run.ticks >= Rules.dayTicks, hour < Rules.nightTicks + 60 else { return }
        let night = min(hour * 12, (Rules.nightTicks + 60 - hour) * 3, 150)
        list.rectangle(x: 0, y: 0, width: width, height: height, color: 0x141B4A, alpha: night)
    }

    private static func vulture(_ frame: Frame, horizon: Int32, time: Int32, into list: inout DrawList) {
        let angle = time &* 130
        let size = 700 + Trigonometry.sine(angle) / 160
        list.sprite(
            Sprite.vulture.rawValue,
            Pose(
                x: frame.view.width * 256 * 26 / 100 + Trigonometry.cosine(angle) / 2,
                y: (horizon - 120) * 256 + Trigonometry.sine(angle) / 8, rotation: Trigonometry.cosine(angle) / 16,
                scaleX: size, scaleY: size))
    }

    /// Now and then one rolls through the valley behind the second dune, and hops.
    static func drawTumbleweed(_ frame: Frame, time: Int32, into list: inout DrawList) {
        guard !frame.view.isCalm else { return }
        let pace: Int32 = 3
        let lap = frame.view.width / pace + 900
        let distance = time % lap * pace - 60
        guard distance < frame.view.width + 60 else { return }
        let hop = abs(Trigonometry.sine(distance &* 420)) / 128
        // Its circumference is 113 units.
        list.sprite(
            Sprite.tumbleweed.rawValue,
            Pose(
                x: distance * 256, y: (frame.crest(row: 1) - 12) * 256 - hop * 14, rotation: distance * 65536 / 113,
                scaleX: 900, scaleY: 900))
    }

    /// The dune before a row of cacti, and the sand below it as far as the next dune or the window goes.
    static func drawDune(row: Int32, _ frame: Frame, sway: Int32, into list: inout DrawList) {
        let sprite: Sprite = row == 0 ? .duneBack : row == 1 ? .duneMiddle : .duneFront
        let y = frame.crest(row: row)
        layer(sprite, frame, y: y, offset: row * 170 + 40, scale: frame.duneScale, shift: sway, into: &list)
        guard row == Rules.rowCount - 1 else { return }
        let below = y + (sprite.box.y + sprite.box.height) * frame.duneScale / 1024 - 2
        list.rectangle(
            x: 0, y: below * 256, width: frame.view.width * 256, height: max(frame.view.height - below, 0) * 256,
            color: 0xD98F3E, alpha: 255)
    }

    /// Art beside art, from one edge of the window to the other.
    private static func layer(
        _ sprite: Sprite, _ frame: Frame, y: Int32, offset: Int32, scale: Int32 = 1024, shift: Int32 = 0,
        into list: inout DrawList
    ) {
        let period = sprite.period * scale / 1024
        var x = (frame.left - offset) % period
        if x > 0 { x -= period }
        while x < frame.view.width {
            list.sprite(sprite.rawValue, Pose(x: x * 256 + shift, y: y * 256, scaleX: scale, scaleY: scale))
            x += period
        }
    }
}
