import LaurelArcade

/// The land behind the run: sky, sun, mountains, trees, and the day that passes over them.
enum Scenery {
    /// How much of day, dusk and night there is, 0...255 each.
    struct Light: Hashable {
        let dusk: Int32
        let night: Int32
        /// How far the sun has gone down, 0...255.
        let sunset: Int32

        /// A day lasts 1600 m: morning until 350, dusk until 750, night until 1250, and dawn.
        init(metres: Int64) {
            let hour = Int32(truncatingIfNeeded: max(metres, 0) % 1600)
            dusk = hour < 1000 ? Self.ramp(hour, 300, 520) : 255 - Self.ramp(hour, 1380, 1580)
            night = hour < 1000 ? Self.ramp(hour, 620, 860) : 255 - Self.ramp(hour, 1160, 1360)
            sunset = hour < 1000 ? Self.ramp(hour, 120, 680) : 255 - Self.ramp(hour, 1220, 1560)
        }

        private static func ramp(_ value: Int32, _ low: Int32, _ high: Int32) -> Int32 {
            min(max((value - low) * 255 / (high - low), 0), 255)
        }
    }

    static func drawBehind(_ frame: Frame, _ light: Light, time: Int32, into list: inout DrawList) {
        sky(frame, light, time, &list)
        let scale = farScale(frame)
        let mix = Land.Mix(at: frame.distance)
        // The mountains grow most: they stand above the trees where there is room for it.
        layer(.mountains, speed: 40, scale: scale + (scale - 1024) * 3 / 2, at: frame.groundY, frame, &list)
        layers(mix, frame, &list) { land, alpha, list in
            layer(land.hills, speed: 110, scale: scale, at: frame.groundY, alpha: alpha, frame, &list)
        }
        tint(frame, light, strength: 150, &list)
        moon(frame, light, &list)
        birds(frame, light, time, &list)
        layers(mix, frame, &list) { land, alpha, list in
            layer(land.skyline, speed: 260, scale: scale, at: frame.groundY, alpha: alpha, frame, &list)
        }
        tint(frame, light, strength: 90, &list)
        layers(mix, frame, &list) { land, alpha, list in
            layer(land.bushes, speed: 520, scale: 1024, at: frame.groundY + 4 * 256, alpha: alpha, frame, &list)
        }
    }

    /// What is nearer than the run; drawn last.
    static func drawBefore(_ frame: Frame, _ light: Light, into list: inout DrawList) {
        tint(frame, light, strength: 60, &list)
        let bottom = frame.view.height * 256 + 16 * 256
        front(frame, y: bottom, &list)
        let top: Int32 = frame.view.height > frame.view.width ? -6 * 256 : -34 * 256
        let scale = (farScale(frame) + 1024) / 2
        layers(Land.Mix(at: frame.distance), frame, &list) { land, alpha, list in
            guard let canopy = land.canopy else { return }
            layer(canopy, speed: 1300, scale: scale, at: top, alpha: alpha, frame, &list)
        }
    }

    /// Far layers stand larger on a tall screen, where there is more sky to fill. In 1/1024.
    private static func farScale(_ frame: Frame) -> Int32 {
        min(max(Frame.groundUnits(frame.view) * 1024 / 400, 1024), 1900)
    }

    static func drawGround(_ frame: Frame, _ run: Run, into list: inout DrawList) {
        // The ground has no hole in it while it changes: the old one lies under the new one.
        let mix = Land.Mix(at: frame.distance)
        layer(mix.base.ground, speed: 1024, scale: 1024, at: frame.groundY, frame, &list)
        layer(mix.over.ground, speed: 1024, scale: 1024, at: frame.groundY, alpha: mix.part, frame, &list)
        for index in 0..<run.enemyCount {
            let pit = run.enemy(index)
            guard let edges = edges(pit, frame) else { continue }
            let scale = (edges.right - edges.left) / 32 + 8
            list.sprite(
                Land(at: pit.x).pit.water.rawValue, Pose(x: edges.left, y: frame.groundY - 5 * 256, scaleX: scale))
        }
    }

    /// What stands on the ground, and the banks, which hide who is in the water.
    static func drawBanks(_ frame: Frame, _ run: Run, into list: inout DrawList) {
        for index in 0..<run.enemyCount {
            let pit = run.enemy(index)
            guard let edges = edges(pit, frame) else { continue }
            let art = Land(at: pit.x).pit
            list.sprite(art.left.rawValue, Pose(x: edges.left, y: frame.groundY))
            list.sprite(art.right.rawValue, Pose(x: edges.right, y: frame.groundY))
        }
        signs(frame, &list)
    }

    /// Where a pit is seen; nil when it is not, or is no pit.
    static func edges(_ pit: Enemy, _ frame: Frame) -> (left: Int32, right: Int32)? {
        guard pit.kind == .pit else { return nil }
        let left = frame.x(pit.x)
        let right = left + pit.width
        guard right > -40 * 256, left < (frame.view.width + 40) * 256 else { return nil }
        return (left, right)
    }

    // MARK: Sky

    private static func sky(_ frame: Frame, _ light: Light, _ time: Int32, _ list: inout DrawList) {
        let wide = frame.view.width * 1024 / 64 + 32
        let high = (frame.groundY / 256 + 40) * 1024 / 512
        let pose = Pose(x: 0, y: 0, scaleX: wide, scaleY: high)
        // Only what is not hidden behind the next is drawn: each of these fills the screen.
        if light.dusk < 255, light.night < 255 { list.sprite(Sprite.skyDay.rawValue, pose) }
        sky(.skyDusk, pose, alpha: light.night == 255 ? 0 : light.dusk, &list)
        sky(.skyNight, pose, alpha: light.night, &list)
        lights(frame, light, &list)
        clouds(frame, light, time, &list)
    }

    private static func sky(_ sprite: Sprite, _ pose: Pose, alpha: Int32, _ list: inout DrawList) {
        var pose = pose
        pose.alpha = alpha
        list.sprite(sprite.rawValue, pose)
    }

    private static func lights(_ frame: Frame, _ light: Light, _ list: inout DrawList) {
        if light.night > 0 {
            var x: Int32 = 0
            while x < frame.view.width {
                list.sprite(Sprite.stars.rawValue, Pose(x: x * 256, y: 0, alpha: light.night))
                x += Sprite.stars.period
            }
        }
        let width = frame.view.width * 256
        let sunX = width * 72 / 100
        let down = Int32(Int64(frame.groundY) * Int64(16 + light.sunset * 70 / 255) / 100)
        list.sprite(Sprite.sun.rawValue, Pose(x: sunX, y: down, alpha: 255 - light.night))
    }

    /// Before the trees, and not under the shade that lies on the mountains.
    private static func moon(_ frame: Frame, _ light: Light, _ list: inout DrawList) {
        let y = frame.groundY * 17 / 100 + (255 - light.night) * 300
        list.sprite(Sprite.moon.rawValue, Pose(x: frame.view.width * 256 * 24 / 100, y: y, alpha: light.night))
    }

    private static func clouds(_ frame: Frame, _ light: Light, _ time: Int32, _ list: inout DrawList) {
        let span = Int64(frame.view.width + 200) * 256
        let drift = frame.distance / (frame.view.isCalm ? 400 : 60) + Int64(time) * 22
        for index: Int64 in 0..<5 {
            let offset = index * span / 5 + index * index * 9000 - drift * (3 + index % 3) / 4
            let x = Int32(truncatingIfNeeded: modulo(offset, span)) - 100 * 256
            let y = frame.groundY * Int32(9 + index * 37 % 42) / 100
            let size = Int32(truncatingIfNeeded: 760 + index * 233 % 480)
            let sprite: Sprite = index % 2 == 0 ? .cloudLarge : .cloudSmall
            list.sprite(
                sprite.rawValue, Pose(x: x, y: y, scaleX: size, scaleY: size, alpha: 235 - light.night * 150 / 255))
        }
    }

    /// Two flocks that cross the sky by day, each in a V behind the first.
    private static func birds(_ frame: Frame, _ light: Light, _ time: Int32, _ list: inout DrawList) {
        guard light.night < 255 else { return }
        let span = Int64(frame.view.width + 400) * 256
        for flock: Int64 in 0..<2 {
            let flown = frame.distance / (frame.view.isCalm ? 800 : 120) + Int64(time) * (70 + flock * 25)
            let x = Int32(truncatingIfNeeded: modulo(span * (2 + flock * 3) / 6 - flown, span)) - 200 * 256
            let y = frame.groundY * Int32(34 + flock * 9) / 100
            let size = Int32(900 - flock * 260)
            for bird in 0..<Int32(5 - flock * 2) {
                let rank = (bird + 1) / 2
                let side: Int32 = bird % 2 == 0 ? 1 : -1
                // They beat their wings for a while, each in its own time, and glide.
                let beat = (time / 8 + bird * 5) % 16
                let sprite: Sprite = !frame.view.isCalm && beat < 8 && beat % 2 == 0 ? .birdDown : .birdUp
                list.sprite(
                    sprite.rawValue,
                    Pose(
                        x: x + rank * 26 * size / 4, y: y + side * rank * 11 * size / 4, scaleX: size, scaleY: size,
                        alpha: 255 - light.night))
            }
        }
    }

    /// Evening and night lie over the layers, the more the farther.
    private static func tint(_ frame: Frame, _ light: Light, strength: Int32, _ list: inout DrawList) {
        let width = frame.view.width * 256
        let height = frame.view.height * 256
        let dusk = light.dusk * (255 - light.night) / 255 * strength / 255 * 60 / 100
        list.rectangle(x: 0, y: 0, width: width, height: height, color: 0xE8_6A_3A, alpha: dusk / 2)
        list.rectangle(
            x: 0, y: 0, width: width, height: height, color: 0x14_1B_4A, alpha: light.night * strength / 255 * 70 / 100)
    }

    // MARK: Layers

    /// A layer of the land, and of the next one over it where it begins: first that one comes, then this one goes.
    private static func layers(
        _ mix: Land.Mix, _ frame: Frame, _ list: inout DrawList, _ draw: (Land, Int32, inout DrawList) -> Void
    ) {
        draw(mix.base, min((255 - mix.part) * 2, 255), &list)
        draw(mix.over, min(mix.part * 2, 255), &list)
    }

    /// - Parameter speed: 1/1024 of the run's.
    private static func layer(
        _ sprite: Sprite, speed: Int64, scale: Int32, at y: Int32, alpha: Int32 = 255, _ frame: Frame,
        _ list: inout DrawList
    ) {
        guard alpha > 0 else { return }
        // Those who asked for little motion see the far layers nearly still.
        let pace = frame.view.isCalm && speed < 1024 ? speed / 5 : speed
        let period = Int64(sprite.period) * Int64(scale) / 4
        let origin = Int64(frame.originX) * pace / 1024
        let offset = modulo(frame.distance * pace / 1024 - origin, period)
        // Where it is seen through, art that lies over art would show: it is made to end where the next begins.
        let across = alpha < 255 ? scale * sprite.period / sprite.box.width : scale
        var x = -Int32(truncatingIfNeeded: offset)
        while x < frame.view.width * 256 {
            list.sprite(sprite.rawValue, Pose(x: x, y: y, scaleX: across, scaleY: scale, alpha: alpha))
            x += Int32(truncatingIfNeeded: period)
        }
    }

    private static func front(_ frame: Frame, y: Int32, _ list: inout DrawList) {
        guard !frame.view.isCalm else { return }
        let spacing: Int64 = 900 * 256
        let moved = frame.distance * 1480 / 1024
        let first = moved / spacing - 1
        for number in first...(first + 3) {
            let dice = SeededRandom.mix(UInt64(bitPattern: number))
            let x = number * spacing + Int64(dice % 400) * 256 - moved
            let size = Int32(truncatingIfNeeded: 700 + (dice >> 32) % 400)
            guard x > -120 * 256, x < Int64(frame.view.width + 120) * 256 else { continue }
            // Nearer than the run, and so ahead of it.
            let land = Land(at: frame.distance + (x - Int64(frame.originX)) * 1024 / 1480)
            list.sprite(
                land.front.rawValue,
                Pose(
                    x: Int32(truncatingIfNeeded: x), y: y,
                    rotation: Trigonometry.sine(Int32(truncatingIfNeeded: frame.distance >> 5)) >> 6,
                    scaleX: dice & 1 == 0 ? size : -size, scaleY: size))
        }
    }

    /// A sign at every hundred metres.
    private static func signs(_ frame: Frame, _ list: inout DrawList) {
        let step = Rules.metre * 100
        let first = max(frame.distance / step, 1)
        for number in first...(first + 1) {
            let x = frame.x(number * step)
            guard x > -60 * 256, x < (frame.view.width + 60) * 256 else { continue }
            list.sprite(Sprite.signpost.rawValue, Pose(x: x, y: frame.groundY - 5 * 256))
            list.text(
                Words.sign.rawValue, value: Int32(truncatingIfNeeded: number * 100), x: x,
                y: frame.groundY - 43 * 256, size: 12, .center)
        }
    }

    /// The remainder that is never negative. - Precondition: `divisor` is positive.
    static func modulo(_ value: Int64, _ divisor: Int64) -> Int64 {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
