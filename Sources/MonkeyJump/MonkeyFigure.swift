import LaurelArcade

/// The monkey, put together from his parts and moved by what he does.
struct MonkeyFigure: Sendable {
    private var stride: Int32 = 0
    /// Ticks since he landed, and since he died.
    private var sinceLanding: Int32 = 100
    private(set) var sinceDeath: Int32 = 0
    private var blink: Int32 = 130
    private var time: Int32 = 0
    // After the end he flies on his own.
    private var fallHeight: Int32 = 0
    private var fallRise: Int32 = 0
    private var fallX: Int32 = 0
    private var isSinking = false
    private var isResting = false
    /// A ghost stays where it fell; the player falls out of the picture.
    private let isGhost: Bool
    private var random = SeededRandom(seed: 0xB11)

    init(isGhost: Bool = false) { self.isGhost = isGhost }

    /// Returns whether a foot came down in this tick.
    mutating func tick(_ run: Run) -> Bool {
        time &+= 1
        blink -= 1
        if blink <= 0 { blink = random.between(100, 260) }
        guard !run.isOver else {
            fall(run)
            return false
        }
        sinceDeath = 0
        sinceLanding = run.events.contains(.landed) ? 0 : min(sinceLanding + 1, 100)
        guard run.isGrounded else { return false }
        // A whole turn of the legs takes 104 units, and a little more at speed.
        let before = stride
        stride &+= run.speed * 65536 / (Int32(88 * 256) + run.speed * 3)
        return (stride >> 15) != (before >> 15)
    }

    private mutating func fall(_ run: Run) {
        if sinceDeath == 0 {
            fallHeight = run.height
            fallX = 0
            isSinking = run.nemesis == .pit
            fallRise = isSinking ? -500 : 2100
        }
        guard !isResting else { return }
        sinceDeath = min(sinceDeath + 1, 600)
        fallRise -= isSinking ? 20 : 110
        fallHeight += max(fallRise, -3000)
        if !isSinking { fallX -= 240 }
        guard isGhost, fallHeight <= restHeight else { return }
        fallHeight = restHeight
        isResting = true
    }

    /// On his back, or up to the chest in the water.
    private var restHeight: Int32 { isSinking ? -30 * 256 : -10 * 256 }

    /// - Parameter isStill: he does not run on between this tick and the next.
    func draw(_ run: Run, _ frame: Frame, isStill: Bool = false, into list: inout DrawList) {
        let height = height(run, frame)
        var x = frame.x(run.distance + Int64(run.isOver || isStill ? 0 : run.speed * frame.fraction / 256))
        if isGhost { x -= Self.laneX }
        guard !isGhost || abs(x - frame.view.width * 128) < (frame.view.width + 200) * 128 else { return }
        if height >= 0 { shadow(x, height, frame, &list) }
        guard height > -420 * 256 else { return }
        var root = Pose(x: x, y: frame.groundY - height, scaleX: 1180, scaleY: 1180)
        if isGhost {
            root.y -= Self.laneY
            root.alpha = Self.ghostAlpha
        }
        if run.isOver { root.x += fallX }
        if run.height < 0 { keepInPit(&root, run, frame) }
        squash(&root, run)
        let parts = run.isOver ? falling : run.isGrounded ? running : flying(run)
        draw(parts, root, run, &list)
    }

    private func height(_ run: Run, _ frame: Frame) -> Int32 {
        if run.isOver { return fallHeight }
        if run.isGrounded { return 0 }
        let ahead = run.height + run.rise * frame.fraction / 256
        return run.height >= 0 && run.rise < 0 && !run.isOverPit ? max(ahead, 0) : ahead
    }

    /// The water takes him between its banks, however near the edge he was.
    private func keepInPit(_ pose: inout Pose, _ run: Run, _ frame: Frame) {
        for index in 0..<run.enemyCount {
            guard let edges = Scenery.edges(run.enemy(index), frame) else { continue }
            guard edges.left < pose.x + 30 * 256, edges.right > pose.x - 30 * 256 else { continue }
            pose.x = max(min(pose.x, edges.right - 26 * 256), edges.left + 26 * 256)
        }
    }

    /// Half of a ghost is seen, a little behind and beyond: who runs the same way is in the same place.
    static let ghostAlpha: Int32 = 128
    private static let laneX: Int32 = 30 * 256
    private static let laneY: Int32 = 6 * 256

    private func shadow(_ x: Int32, _ height: Int32, _ frame: Frame, _ list: inout DrawList) {
        let size = max(1024 - height / 52, 380)
        list.sprite(
            Sprite.shadow.rawValue,
            Pose(
                x: x, y: frame.groundY + (isGhost ? 256 - Self.laneY : 256), scaleX: size, scaleY: size,
                alpha: size * (isGhost ? 60 : 150) / 1024))
    }

    /// He is stretched while he flies fast, and squashed for a moment when he lands.
    private func squash(_ pose: inout Pose, _ run: Run) {
        guard !run.isOver else { return }
        var stretch: Int32 = run.isGrounded ? 0 : min(abs(run.rise) / 22, 130)
        if run.isGrounded, sinceLanding < 12 {
            stretch = -Trigonometry.sine((12 - sinceLanding) * 32768 / 14) * 210 / 32768
        }
        pose.scaleY += stretch
        pose.scaleX -= stretch * 3 / 4
    }

    // MARK: Positions

    /// Angles of the limbs, in 1/65536 of a turn; positive swings a hanging limb backwards.
    private struct Limbs {
        var tilt: Int32 = 0
        var lift: Int32 = 0
        var nearThigh: Int32 = 0
        var nearKnee: Int32 = 0
        var farThigh: Int32 = 0
        var farKnee: Int32 = 0
        var nearArm: Int32 = 0
        var nearElbow: Int32 = 0
        var farArm: Int32 = 0
        var farElbow: Int32 = 0
        var head: Int32 = 0
        var tail: Int32 = 0
    }

    private var running: Limbs {
        let swing = Trigonometry.sine(stride)
        let lag = Trigonometry.sine(stride &- 16384)
        let bob = abs(Trigonometry.sine(stride &+ 8192))
        var limbs = Limbs()
        limbs.tilt = 1900 + swing / 60
        limbs.lift = bob * 4 * 256 / 32768
        limbs.nearThigh = -swing * 9200 / 32768 - 1400
        limbs.nearKnee = 7400 + lag * 6400 / 32768
        limbs.farThigh = swing * 9200 / 32768 - 1400
        limbs.farKnee = 7400 - lag * 6400 / 32768
        limbs.nearArm = swing * 9400 / 32768
        limbs.nearElbow = -8200 + swing * 2400 / 32768
        limbs.farArm = -swing * 9400 / 32768
        limbs.farElbow = -8200 - swing * 2400 / 32768
        limbs.head = -1500 + lag * 700 / 32768
        limbs.tail = Trigonometry.sine(stride &+ 9000) / 16
        return limbs
    }

    private func flying(_ run: Run) -> Limbs {
        // From −256, falling fast, to 256, rising fast.
        let up = min(max(run.rise / 11, -256), 256)
        var limbs = Limbs()
        limbs.tilt = 700 - up * 10
        limbs.lift = 2 * 256
        limbs.nearThigh = -7600 - up * 8
        limbs.nearKnee = 9200 + up * 14
        limbs.farThigh = 3200 + up * 10
        limbs.farKnee = 6200 + up * 10
        limbs.nearArm = -15500 - up * 26
        limbs.nearElbow = -4200
        limbs.farArm = -19500 - up * 22
        limbs.farElbow = -3600
        limbs.head = -1600 - up * 6
        limbs.tail = -up * 16
        return limbs
    }

    private var falling: Limbs {
        let flail = Trigonometry.sine(sinceDeath &* 5200)
        var limbs = Limbs()
        limbs.tilt = isSinking ? -2000 : isResting ? -16384 : -sinceDeath * 1150
        limbs.nearThigh = -6000 + flail / 6
        limbs.farThigh = 6000 - flail / 6
        limbs.nearKnee = 5000
        limbs.farKnee = 5000
        limbs.nearArm = -22000 + flail / 5
        limbs.farArm = 22000 - flail / 5
        limbs.tail = flail / 8
        return limbs
    }

    // MARK: Parts

    private func draw(_ limbs: Limbs, _ root: Pose, _ run: Run, _ list: inout DrawList) {
        var hip = root
        hip.y -= (limbs.lift + 24 * 256) * root.scaleY / 1024
        let body = rotated(hip, by: limbs.tilt)
        tail(limbs, body, &list)
        limb(
            .monkeyArmFar, .monkeyForearmFar, body.child(x: 4, y: -15, rotation: limbs.farArm - limbs.tilt), 11,
            limbs.farElbow, &list)
        limb(
            .monkeyThighFar, .monkeyShinFar, body.child(x: 3, y: 3, rotation: limbs.farThigh - limbs.tilt), 11,
            limbs.farKnee, &list)
        list.sprite(Sprite.monkeyBody.rawValue, body.child(x: 0, y: -8))
        limb(
            .monkeyThigh, .monkeyShin, body.child(x: -2, y: 3, rotation: limbs.nearThigh - limbs.tilt), 11,
            limbs.nearKnee, &list)
        let head = body.child(x: 5, y: -21, rotation: limbs.head)
        list.sprite(Sprite.monkeyHead.rawValue, head)
        if run.isOver {
            list.sprite(Sprite.monkeyHurt.rawValue, head)
        } else if blink < 7 {
            list.sprite(Sprite.monkeyBlink.rawValue, head)
        }
        limb(
            .monkeyArm, .monkeyForearm, body.child(x: -3, y: -15, rotation: limbs.nearArm - limbs.tilt), 11,
            limbs.nearElbow, &list)
    }

    private func rotated(_ pose: Pose, by turn: Int32) -> Pose {
        var pose = pose
        pose.rotation = turn
        return pose
    }

    private func limb(
        _ upper: Sprite, _ lower: Sprite, _ joint: Pose, _ length: Int32, _ bend: Int32, _ list: inout DrawList
    ) {
        list.sprite(lower.rawValue, joint.child(x: 0, y: length, rotation: bend))
        list.sprite(upper.rawValue, joint)
    }

    /// Five parts, each turned a little more than the last.
    private func tail(_ limbs: Limbs, _ body: Pose, _ list: inout DrawList) {
        var part = body.child(x: -9, y: 2, rotation: 32768 - 1200 + limbs.tail - limbs.tilt)
        for index: Int32 in 0..<4 {
            list.sprite(Sprite.monkeyTail.rawValue, part)
            let wave = Trigonometry.sine(time &* 900 &- index &* 9000) / 14
            part = part.child(x: 10, y: 0, rotation: 3300 + wave + limbs.tail / 3)
        }
        list.sprite(Sprite.monkeyTailTip.rawValue, part)
    }
}
