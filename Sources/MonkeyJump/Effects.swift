import LaurelArcade

/// Dust, leaves, stars and drops, and what is in the air of each land.
///
/// Positions are from the monkey's on the ground.
struct Effects: Sendable {
    private var particles = Particles(limit: 72)
    private var random = SeededRandom(seed: 0x5EAF)

    /// - Parameter scroll: how far the world moved back.
    mutating func tick(scroll: Int32) {
        particles.tick { particle in
            particle.x -= scroll
            switch particle.sprite {
            case Sprite.leaf.rawValue, Sprite.petal.rawValue:
                particle.x += Trigonometry.sine(particle.left &* 1200) >> 7
                particle.rotation = Trigonometry.sine(particle.left &* 900 &+ particle.spin) >> 2
            case Sprite.firefly.rawValue:
                particle.x += Trigonometry.sine(particle.left &* 700 &+ particle.spin) >> 7
                particle.y += Trigonometry.sine(particle.left &* 500 &+ particle.spin &* 3) >> 8
            default: break
            }
        }
    }

    mutating func footstep() {
        particles.add(
            Particle(
                Sprite.dust, x: -8 * 256, y: -2 * 256, dx: random.between(60, 200), dy: -random.between(40, 150),
                size: 300, growth: 14, life: 22))
    }

    mutating func jump() { puff(count: 5, spread: 300) }

    mutating func land() { puff(count: 7, spread: 520) }

    private mutating func puff(count: Int, spread: Int32) {
        for _ in 0..<count {
            particles.add(
                Particle(
                    Sprite.dust, x: random.between(-10, 10) * 256, y: -2 * 256,
                    dx: random.between(-spread, spread) + 500, dy: -random.between(30, 220),
                    size: random.between(420, 720), growth: 14, life: random.between(16, 30)))
        }
    }

    mutating func crash(height: Int32) {
        for index: Int32 in 0..<9 {
            let angle = index * 7281
            particles.add(
                Particle(
                    Sprite.star, x: 10 * 256, y: -height - 30 * 256, dx: Trigonometry.cosine(angle) >> 5,
                    dy: Trigonometry.sine(angle) >> 5, weight: 22, spin: random.between(-1500, 1500),
                    size: random.between(700, 1200), life: random.between(34, 60)))
        }
        puff(count: 8, spread: 700)
    }

    /// A banana was taken at that height.
    mutating func collect(height: Int32) {
        for index: Int32 in 0..<6 {
            let angle = index * 10922 + random.below(3000)
            particles.add(
                Particle(
                    Sprite.star, x: 6 * 256, y: -height, dx: Trigonometry.cosine(angle) >> 6,
                    dy: Trigonometry.sine(angle) >> 6, weight: 14, spin: random.between(-1500, 1500),
                    size: random.between(420, 760), life: random.between(22, 36)))
        }
    }

    /// Wind where something was cleared by a hair.
    mutating func whoosh(height: Int32) {
        for _ in 0..<5 {
            particles.add(
                Particle(
                    Sprite.star, x: random.between(0, 30) * 256, y: -height + random.between(-6, 6) * 256,
                    dx: -random.between(700, 1500), dy: random.between(-60, 60), spin: 900,
                    size: random.between(300, 560), growth: -8, life: random.between(16, 26)))
        }
    }

    mutating func splash() {
        for _ in 0..<18 {
            particles.add(
                Particle(
                    Sprite.drop, x: random.between(-16, 16) * 256, y: 6 * 256, dx: random.between(-420, 420),
                    dy: -random.between(700, 1900), weight: 72, size: random.between(600, 1300),
                    life: random.between(40, 60)))
        }
    }

    /// A handful of what flies in this land.
    mutating func confetti(_ land: Land) {
        for _ in 0..<10 {
            particles.add(
                Particle(
                    Self.drifting(land), x: random.between(-60, 260) * 256, y: -random.between(150, 260) * 256,
                    dx: random.between(200, 900), dy: random.between(100, 260), spin: random.between(0, 60000),
                    size: random.between(800, 1300), life: 110))
        }
    }

    /// Now and then a leaf falls, a firefly passes, a petal blows by.
    mutating func weather(_ land: Land) {
        let isGlowing = land == .swamp
        guard random.below(isGlowing ? 26 : 46) == 0 else { return }
        let height = isGlowing ? random.between(20, 190) : random.between(240, 420)
        particles.add(
            Particle(
                Self.drifting(land), x: random.between(100, 900) * 256, y: -height * 256,
                dx: -random.between(60, 300), dy: isGlowing ? 0 : random.between(150, 280),
                spin: random.between(0, 60000), size: random.between(600, 1000), life: 240))
    }

    private static func drifting(_ land: Land) -> Sprite {
        switch land {
        case .jungle, .ruins: .leaf
        case .swamp: .firefly
        case .savanna: .petal
        }
    }

    func draw(into list: inout DrawList, originX: Int32, groundY: Int32) {
        particles.draw(into: &list, x: originX, y: groundY) { particle in
            switch particle.sprite {
            case Sprite.dust.rawValue: min(particle.left * 9, 170)
            case Sprite.firefly.rawValue:
                min(particle.left * 5, 150 + Trigonometry.sine(particle.left &* 1500 &+ particle.spin) / 320)
            default: min(particle.left * 16, 255)
            }
        }
    }
}
