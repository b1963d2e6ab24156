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
        originX = max(view.width - Self.ahead, Self.behind) * 256 + shakeX
        groundY = Self.groundUnits(view) * 256 + shakeY
        distance = run.distance + Int64(run.isOver ? 0 : run.speed * part / 256)
    }

    /// How far ahead of the monkey the window's right edge is: ten metres in every window, whatever its shape, as all
    /// are ranked on one leaderboard.
    private static let ahead: Int32 = 400
    /// How far behind him the left edge is, at least: his tail is seen.
    private static let behind: Int32 = 48
    /// A wide window is as high as his highest jump and the signs above it need; a tall one is as wide as what lies
    /// ahead and behind.
    static let leastView = View(width: ahead + behind, height: 340)

    /// The ground's line, in units from the top. A tall screen shows more of the earth, where the thumb is.
    static func groundUnits(_ view: View) -> Int32 { view.height - max(view.height * 19 / 100, 70) }

    func x(_ world: Int64) -> Int32 {
        originX + Int32(truncatingIfNeeded: min(max(world - distance, -400_000), 400_000))
    }
}
