import LaurelArcade

/// How bananas look: on the track, and those that he has, in a row under the distance.
enum BananaFigures {
    static func draw(_ run: Run, _ frame: Frame, time: Int32, into list: inout DrawList) {
        for index in 0..<run.bananaCount {
            let banana = run.banana(index)
            let x = frame.x(banana.x)
            guard x > -40 * 256, x < (frame.view.width + 40) * 256 else { continue }
            let beat = time &+ Int32(truncatingIfNeeded: banana.x >> 12)
            let bob = Trigonometry.sine(beat &* 900) / 128 * 2
            let size = 1100 + Trigonometry.sine(beat &* 500) / 400
            list.sprite(
                Sprite.glow.rawValue,
                Pose(x: x, y: frame.groundY - banana.height + bob, scaleX: size, scaleY: size, alpha: 150))
            list.sprite(
                Sprite.banana.rawValue,
                Pose(
                    x: x, y: frame.groundY - banana.height + bob, rotation: Trigonometry.sine(beat &* 700) / 14,
                    scaleX: 1100, scaleY: 1100))
        }
    }

    /// - Parameters:
    ///   - y: the middle of the row; likewise `x`.
    ///   - pop: ticks since one was taken.
    static func drawCount(_ run: Run, x: Int32, y: Int32, pop: Int32, into list: inout DrawList) {
        guard run.version > 1 else { return }
        // A row of five: later on each stands for more.
        let each = run.bananasWanted / Run.bananasStep
        let step: Int32 = 17 * 256
        let first = x - step * (Run.bananasStep - 1) / 2
        for index in 0..<Run.bananasStep {
            let isThere = (index + 1) * each <= run.bananas
            let isNew = isThere && index == run.bananas / each - 1 && pop < 14
            let size = 620 + (isNew ? (14 - pop) * 40 : 0)
            list.sprite(
                Sprite.banana.rawValue,
                Pose(x: first + index * step, y: y, scaleX: size, scaleY: size, alpha: isThere ? 255 : 110))
        }
    }

    /// The shine around a monkey who is protected, or was spared.
    static func drawShine(_ run: Run, _ frame: Frame, time: Int32, into list: inout DrawList) {
        guard !run.isOver, run.mercy > 0 || run.bananas >= run.bananasWanted else { return }
        let size = 3300 + Trigonometry.sine(time &* 1100) / 90
        let isBlinking = run.mercy > 0 && run.mercy < 40 && time & 4 != 0
        list.sprite(
            Sprite.glow.rawValue,
            Pose(
                x: frame.originX, y: frame.groundY - max(run.height, 0) - 26 * 256, scaleX: size, scaleY: size,
                alpha: isBlinking ? 70 : 170))
    }
}
