import LaurelArcade

/// How a cactus looks: it comes up with a stretch, fidgets, laughs at who is late, and fades when it was hit.
enum CactusFigure {
    private struct Art {
        let calm, hit, laughing: Sprite
    }

    private static func art(_ cactus: Cactus) -> Art {
        if cactus.kind == .owl { return Art(calm: .owl, hit: .owlHit, laughing: .owl) }
        if cactus.kind == .golden {
            let gold: Sprite =
                switch cactus.size {
                case .small: .cactusSmallGold
                case .medium: .cactusMediumGold
                case .large: .cactusLargeGold
                }
            return Art(calm: gold, hit: gold, laughing: gold)
        }
        switch cactus.size {
        case .small: return Art(calm: .cactusSmall, hit: .cactusSmallHit, laughing: .cactusSmallLaugh)
        case .medium: return Art(calm: .cactusMedium, hit: .cactusMediumHit, laughing: .cactusMediumLaugh)
        case .large: return Art(calm: .cactusLarge, hit: .cactusLargeHit, laughing: .cactusLargeLaugh)
        }
    }

    static func draw(
        _ cactus: Cactus, _ frame: Frame, time: Int32, fraction: Int32, sway: Int32, into list: inout DrawList
    ) {
        let art = art(cactus)
        var pose = Pose(
            x: frame.x(cactus.x + cactus.size.width / 2) + sway, y: (frame.crest(row: cactus.row) + 3) * 256,
            scaleX: frame.scale, scaleY: frame.scale)
        switch cactus.state {
        case .absent: return
        case .standing:
            pose.y += below(cactus, fraction) * frame.scale / 1024
            stretch(&pose, cactus)
            fidget(&pose, cactus, time: time)
            let isLate = cactus.patience - cactus.age < 30
            list.sprite((isLate ? art.laughing : art.calm).rawValue, pose)
        case .hit:
            let age = cactus.age * 256 + fraction
            let rest = max(Rules.fadeTicks * 256 - age, 0)
            pose.alpha = rest * 255 / (Rules.fadeTicks * 256)
            pose.scaleY -= age * 360 / (Rules.fadeTicks * 256)
            pose.scaleX += age * 260 / (Rules.fadeTicks * 256)
            list.sprite(art.hit.rawValue, pose)
        case .missed:
            pose.y += below(cactus, fraction) * frame.scale / 1024
            list.sprite(art.laughing.rawValue, pose)
        }
    }

    /// How far it is in the sand, in 1/256 of a unit.
    private static func below(_ cactus: Cactus, _ fraction: Int32) -> Int32 {
        let isMoving = cactus.age < Rules.slideTicks
        let step = isMoving ? 256 / Rules.slideTicks * fraction / 256 : 0
        let shown = min(max(cactus.shown + (cactus.state == .missed ? 0 - step : step), 0), 256)
        return (cactus.size.height + 8) * (256 - shown)
    }

    /// It overshoots a little as it comes up.
    private static func stretch(_ pose: inout Pose, _ cactus: Cactus) {
        guard cactus.age < 28 else { return }
        let wave = Trigonometry.sine(cactus.age * 2340) / 256 * (28 - cactus.age) / 28
        pose.scaleY += wave
        pose.scaleX -= wave / 2
    }

    /// The shorter its patience, the more it moves.
    private static func fidget(_ pose: inout Pose, _ cactus: Cactus, time: Int32) {
        let left = max(cactus.patience - cactus.age, 0)
        let pace: Int32 = left < 30 ? 5200 : 900
        let reach: Int32 = left < 30 ? 40 : 90
        pose.rotation = Trigonometry.sine(time &* pace &+ cactus.x &* 997) / reach
    }
}
