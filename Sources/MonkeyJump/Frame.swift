import LaurelArcade

/// Where the world stands in the window, for one frame.
struct Frame {
    let view: View
    /// The monkey's position, in 1/256 of a unit.
    let originX: Int32
    let groundY: Int32
    /// How far into the next tick this frame is, 0...255: what moves is drawn a little further on.
    let fraction: Int32
    /// The monkey's distance so far, to the fraction.
    let distance: Int64

    init(view: View, run: Run, fraction: Int32, shakeX: Int32, shakeY: Int32) {
        self.view = view
        let part = min(max(fraction, 0), 255)
        self.fraction = part
        let isTall = view.height > view.width
        originX = view.width * 256 * (isTall ? 20 : 22) / 100 + shakeX
        groundY = Self.groundUnits(view) * 256 + shakeY
        distance = run.distance + Int64(run.isOver ? 0 : run.speed * part / 256)
    }

    /// The ground's line, in units from the top. A tall screen shows more of the earth, where the thumb is.
    static func groundUnits(_ view: View) -> Int32 {
        view.height > view.width ? view.height * 64 / 100 : view.height - 92
    }

    func x(_ world: Int64) -> Int32 {
        originX + Int32(truncatingIfNeeded: min(max(world - distance, -400_000), 400_000))
    }
}
