import LaurelArcade

/// Sand, spines and stars: what flies about and decides nothing.
struct Particles: Sendable {
    private struct Particle: Sendable {
        var sprite: Sprite
        /// In the field, in 1/256 of a unit; y grows downwards.
        var x: Int32
        var y: Int32
        var dx: Int32 = 0
        var dy: Int32 = 0
        var weight: Int32 = 0
        var rotation: Int32 = 0
        var spin: Int32 = 0
        var size: Int32 = 1024
        var growth: Int32 = 0
        var age: Int32 = 0
        var life: Int32
    }

    private static let limit = 96
    private var all: [Particle] = []
    private var random = SeededRandom(seed: 0xCAC)

    init() { all.reserveCapacity(Self.limit) }

    mutating func tick() {
        var index = 0
        while index < all.count {
            all[index].age += 1
            guard all[index].age < all[index].life else {
                all[index] = all[all.count - 1]
                all.removeLast()
                continue
            }
            all[index].x += all[index].dx
            all[index].dy += all[index].weight
            all[index].y += all[index].dy
            all[index].rotation &+= all[index].spin
            all[index].size += all[index].growth
            index += 1
        }
    }

    private mutating func add(_ particle: Particle) {
        guard all.count < Self.limit else { return }
        all.append(particle)
    }

    mutating func sand(x: Int32, y: Int32, count: Int) {
        for _ in 0..<count {
            add(
                Particle(
                    sprite: .sand, x: x + random.between(-12, 12) * 256, y: y, dx: random.between(-300, 300),
                    dy: -random.between(120, 520), weight: 26, size: random.between(420, 860), growth: -8,
                    life: random.between(18, 34)))
        }
    }

    mutating func burst(x: Int32, y: Int32) {
        add(Particle(sprite: .ring, x: x, y: y, size: 300, growth: 110, life: 12))
        for index: Int32 in 0..<10 {
            let angle = index * 6553 + random.below(3000)
            add(
                Particle(
                    sprite: .spine, x: x, y: y, dx: Trigonometry.cosine(angle) >> 4, dy: Trigonometry.sine(angle) >> 4,
                    weight: 40, rotation: angle + 0x4000, spin: random.between(-1200, 1200),
                    size: random.between(700, 1200), life: random.between(20, 36)))
        }
        for _ in 0..<3 {
            add(
                Particle(
                    sprite: .star, x: x, y: y, dx: random.between(-420, 420), dy: -random.between(300, 900), weight: 30,
                    spin: random.between(-1400, 1400), size: random.between(700, 1100), life: random.between(26, 44)))
        }
    }

    func draw(into list: inout DrawList, _ frame: Frame) {
        for particle in all {
            let left = particle.life - particle.age
            list.sprite(
                particle.sprite.rawValue,
                Pose(
                    x: frame.x(0) + particle.x, y: frame.y(0) + particle.y, rotation: particle.rotation,
                    scaleX: max(particle.size, 0), scaleY: max(particle.size, 0), alpha: min(left * 18, 255)))
        }
    }
}
