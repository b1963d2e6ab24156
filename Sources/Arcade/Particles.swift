/// All that flies about, in memory of a fixed size: one too many is left out.
public struct Particles: Sendable {
    private let limit: Int
    private var all: [Particle] = []

    public init(limit: Int) {
        self.limit = limit
        all.reserveCapacity(limit)
    }

    public var count: Int { all.count }

    public mutating func add(_ particle: Particle) {
        if all.count < limit { all.append(particle) }
    }

    public mutating func removeAll() { all.removeAll(keepingCapacity: true) }

    /// - Parameter move: what moves a particle besides its own speed.
    public mutating func tick(_ move: (inout Particle) -> Void = { _ in }) {
        var index = 0
        while index < all.count {
            if all[index].tick() {
                move(&all[index])
                index += 1
            } else {
                all[index] = all[all.count - 1]
                all.removeLast()
            }
        }
    }

    /// - Parameters:
    ///   - x: where the particles' own origin lies, in 1/256 of a unit; likewise `y`.
    ///   - scale: how much larger and farther down they are seen, in 1/1024; not farther across.
    ///   - alpha: how much of a particle is seen, 0...255.
    public func draw(
        into list: inout DrawList, x: Int32, y: Int32, scale: Int32 = 1024, alpha: (Particle) -> Int32
    ) {
        for particle in all {
            let size = particle.size &* scale / 1024
            list.sprite(
                particle.sprite,
                Pose(
                    x: x &+ particle.x, y: y &+ particle.y / 16 &* scale / 64, rotation: particle.rotation,
                    scaleX: size, scaleY: size, alpha: alpha(particle)))
        }
    }
}
