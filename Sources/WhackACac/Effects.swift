import LaurelArcade

/// Sand, spines and stars at one row of cacti. Positions are in the field; so is the height over the row's sand.
struct Effects: Sendable {
    let row: Int32
    private var particles = Particles(limit: 64)
    private var random = SeededRandom(seed: 0xCAC)

    init(row: Int32) { self.row = row }

    mutating func tick() { particles.tick() }

    mutating func sand(x: Int32, y: Int32, count: Int) {
        for _ in 0..<count {
            particles.add(
                Particle(
                    Sprite.sand, x: x + random.between(-12, 12) * 256, y: y, dx: random.between(-300, 300),
                    dy: -random.between(120, 520), weight: 26, size: random.between(420, 860), growth: -8,
                    life: random.between(18, 34)))
        }
    }

    mutating func burst(x: Int32, y: Int32) {
        particles.add(Particle(Sprite.ring, x: x, y: y, size: 300, growth: 110, life: 12))
        for index: Int32 in 0..<10 {
            let angle = index * 6553 + random.below(3000)
            particles.add(
                Particle(
                    Sprite.spine, x: x, y: y, dx: Trigonometry.cosine(angle) >> 4, dy: Trigonometry.sine(angle) >> 4,
                    weight: 40, rotation: angle + 0x4000, spin: random.between(-1200, 1200),
                    size: random.between(700, 1200), life: random.between(20, 36)))
        }
        for _ in 0..<3 {
            particles.add(
                Particle(
                    Sprite.star, x: x, y: y, dx: random.between(-420, 420), dy: -random.between(300, 900), weight: 30,
                    spin: random.between(-1400, 1400), size: random.between(700, 1100), life: random.between(26, 44)))
        }
    }

    /// Where another struck.
    mutating func mark(x: Int32, y: Int32) {
        particles.add(Particle(Sprite.ghostBlow, x: x, y: y, size: 500, growth: 30, life: 26))
    }

    func draw(into list: inout DrawList, _ frame: Frame) {
        let top = frame.crest(row: row) - Rules.crest(row: row) * frame.scale / 1024
        particles.draw(into: &list, x: frame.x(0), y: top * 256, scale: frame.scale) { particle in
            min(particle.left * 18, particle.sprite == Sprite.ghostBlow.rawValue ? 130 : 255)
        }
    }
}
