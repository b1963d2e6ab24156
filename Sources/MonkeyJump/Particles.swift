import LaurelArcade

/// Dust, leaves, stars and drops: what flies about and decides nothing.
struct Particles: Sendable {
    struct Particle: Sendable {
        var sprite: Sprite
        /// From the monkey's place on the ground, in 1/256 of a unit; y grows downwards.
        var x: Int32
        var y: Int32
        var dx: Int32
        var dy: Int32
        var weight: Int32 = 0
        var rotation: Int32 = 0
        var spin: Int32 = 0
        var size: Int32 = 1024
        var growth: Int32 = 0
        var age: Int32 = 0
        var life: Int32
    }

    static let limit = 72
    private(set) var all: [Particle] = []
    private var random = SeededRandom(seed: 0x5EAF)

    init() { all.reserveCapacity(Self.limit) }

    /// - Parameter scroll: how far the world moved back.
    mutating func tick(scroll: Int32) {
        var index = 0
        while index < all.count {
            all[index].age += 1
            guard all[index].age < all[index].life else {
                all[index] = all[all.count - 1]
                all.removeLast()
                continue
            }
            move(&all[index], scroll: scroll)
            index += 1
        }
    }

    private func move(_ particle: inout Particle, scroll: Int32) {
        particle.x += particle.dx - scroll
        particle.dy += particle.weight
        particle.y += particle.dy
        particle.rotation &+= particle.spin
        particle.size += particle.growth
        if particle.sprite == .leaf {
            particle.x += Trigonometry.sine(particle.age &* 1200) >> 7
            particle.rotation = Trigonometry.sine(particle.age &* 900 &+ particle.spin) >> 2
        }
    }

    private mutating func add(_ particle: Particle) {
        guard all.count < Self.limit else { return }
        all.append(particle)
    }

    mutating func footstep() {
        add(
            Particle(
                sprite: .dust, x: -8 * 256, y: -2 * 256, dx: random.between(60, 200), dy: -random.between(40, 150),
                size: 300, growth: 14, life: 22))
    }

    mutating func jump() { puff(count: 5, spread: 300) }

    mutating func land() { puff(count: 7, spread: 520) }

    private mutating func puff(count: Int, spread: Int32) {
        for _ in 0..<count {
            add(
                Particle(
                    sprite: .dust, x: random.between(-10, 10) * 256, y: -2 * 256,
                    dx: random.between(-spread, spread) + 500, dy: -random.between(30, 220),
                    size: random.between(420, 720), growth: 14, life: random.between(16, 30)))
        }
    }

    mutating func crash(height: Int32) {
        for index: Int32 in 0..<9 {
            let angle = index * 7281
            add(
                Particle(
                    sprite: .star, x: 10 * 256, y: -height - 30 * 256, dx: Trigonometry.cosine(angle) >> 5,
                    dy: Trigonometry.sine(angle) >> 5, weight: 22, spin: random.between(-1500, 1500),
                    size: random.between(700, 1200), life: random.between(34, 60)))
        }
        puff(count: 8, spread: 700)
    }

    mutating func splash() {
        for _ in 0..<18 {
            add(
                Particle(
                    sprite: .drop, x: random.between(-16, 16) * 256, y: 6 * 256, dx: random.between(-420, 420),
                    dy: -random.between(700, 1900), weight: 72, spin: 0, size: random.between(600, 1300),
                    life: random.between(40, 60)))
        }
    }

    mutating func confetti() {
        for _ in 0..<10 {
            add(
                Particle(
                    sprite: .leaf, x: random.between(-60, 260) * 256, y: -random.between(150, 260) * 256,
                    dx: random.between(200, 900), dy: random.between(100, 260), spin: random.between(0, 60000),
                    size: random.between(800, 1300), life: 110))
        }
    }

    /// Now and then a leaf falls.
    mutating func weather() {
        guard random.below(46) == 0 else { return }
        add(
            Particle(
                sprite: .leaf, x: random.between(100, 900) * 256, y: -random.between(240, 420) * 256,
                dx: -random.between(60, 300), dy: random.between(150, 280), spin: random.between(0, 60000),
                size: random.between(600, 1000), life: 240))
    }

    func draw(into list: inout DrawList, originX: Int32, groundY: Int32) {
        for particle in all {
            let left = particle.life - particle.age
            let alpha = particle.sprite == .dust ? min(left * 9, 170) : min(left * 16, 255)
            list.sprite(
                particle.sprite.rawValue,
                Pose(
                    x: originX + particle.x, y: groundY + particle.y, rotation: particle.rotation,
                    scaleX: particle.size, scaleY: particle.size, alpha: alpha))
        }
    }
}
