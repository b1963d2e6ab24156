import LaurelArcade

/// Where the field lies in the window.
///
/// On a wide one a unit of the field is a unit of the view. A tall one is filled: the three rows stand farther apart,
/// and the cacti are larger. That is a matter of the picture alone: a finger hits the cactus that is seen under it, at
/// a point of the field where that cactus stands, and the log has that point.
struct Frame {
    let view: View
    /// The field's left edge.
    let left: Int32
    /// How much is stretched, in 1/1024: what stands in the sand, and the dunes.
    let scale: Int32
    let duneScale: Int32
    private let lastCrest: Int32
    private let spacing: Int32
    /// How much farther than on a wide screen the rows reach, in units.
    private let stretch: Int32

    private static let stretchLimit: Int32 = 640

    /// A wide window shows more sand at the sides.
    init(view: View) {
        self.view = view
        left = (view.width - Rules.width) / 2
        let rest = view.height - Rules.height
        let limit = Self.stretchLimit
        stretch = min(max(rest - max(view.width - Rules.width, 0), 0), limit)
        scale = 1024 + stretch * 380 / limit
        duneScale = 1024 + stretch * 800 / limit
        spacing = 60 + stretch * 170 / limit
        let top = rest > 0 ? (rest - stretch) * 60 / 100 : rest
        lastCrest = top + Rules.crest(row: Rules.rowCount - 1) + stretch * 560 / limit
    }

    /// Where the last heart stands: in the corner of a tall screen; on a wide one left of the host's button, which on
    /// a phone stands beside the notch. A screen with a notch is so wide that six hearts have room beside the score.
    var heartsRight: Int32 { isTall ? view.width - 22 : view.width - (view.width < 700 ? 76 : 124) }
    var isTall: Bool { view.height > view.width }
    /// Below the host's buttons and the hearts on a tall screen, between them on a wide one.
    var signsTop: Int32 { isTall ? 150 : 46 }
    var heartsTop: Int32 { isTall ? 104 : 30 }

    /// Where a row's cacti come out of the sand.
    func crest(row: Int32) -> Int32 {
        let last = Rules.rowCount - 1
        return lastCrest - (last - min(max(row, 0), last)) * spacing
    }

    /// Where the land ends, far away.
    var horizon: Int32 { crest(row: 0) - 36 - stretch * 60 / Self.stretchLimit }

    /// In 1/256 of a unit of the view.
    func x(_ field: Int32) -> Int32 { (left + field) * 256 }

    // MARK: Points

    /// Where something is seen.
    func point(_ spot: Spot) -> (x: Int32, y: Int32) {
        (left + spot.x, crest(row: spot.row) + (spot.y - Rules.crest(row: spot.row)) * scale / 1024)
    }

    /// What a finger that came down there meets.
    func spot(x: Int32, y: Int32, in run: Run) -> Spot {
        // More than any window has, and less than can overflow.
        let (x, y) = (min(max(x, -4096), 8192), min(max(y, -4096), 8192))
        let across = x - left
        guard across >= 0 else { return outside }
        guard stretch > 0 else {
            let down = y - (crest(row: 0) - Rules.crest(row: 0))
            return down < 0 ? outside : Spot(x: across, y: down)
        }
        if let index = seen(x: x, y: y, in: run) { return blow(x: x, y: y, at: index, in: run) }
        return sand(x: x, y: y, in: run)
    }

    /// A log has no positions below zero: what is left of the field or above it goes where nothing stands either.
    private var outside: Spot { Spot(x: 4095, y: 2047) }

    /// The nearest cactus that is seen there.
    private func seen(x: Int32, y: Int32, in run: Run) -> Int? {
        var found: Int?
        for index in 0..<Int(run.slotCount) {
            let cactus = run.cactus(index)
            let field = point(x: x, y: y, at: cactus)
            guard cactus.isHit(x: field.x, y: field.y) else { continue }
            if let other = found, run.cactus(other).row >= cactus.row { continue }
            found = index
        }
        return found
    }

    /// A point of the view in the field, as it is stretched around a cactus.
    private func point(x: Int32, y: Int32, at cactus: Cactus) -> (x: Int32, y: Int32) {
        let middle = cactus.x + cactus.size.width / 2
        return (
            middle + (x - left - middle) * 1024 / scale,
            Rules.crest(row: cactus.row) + (y - crest(row: cactus.row)) * 1024 / scale
        )
    }

    /// In the field nearer cacti cover farther ones that are seen whole here: then the blow counts where nothing
    /// covers this one, from the finger upwards. Where all of it is covered, the nearer one is hit.
    private func blow(x: Int32, y: Int32, at index: Int, in run: Run) -> Spot {
        let cactus = run.cactus(index)
        let field = point(x: x, y: y, at: cactus)
        func found(_ x: Int32, _ y: Int32) -> Spot? {
            guard x >= 0, y >= 0, run.struck(x: x, y: y) == index else { return nil }
            return Spot(row: cactus.row, x: field.x, y: field.y, input: .tap(x: x, y: y))
        }
        if let spot = found(max(field.x, 0), field.y) { return spot }
        var up = field.y
        let top = Rules.crest(row: cactus.row) - cactus.size.height - Rules.fingerMargin
        while up >= top {
            for step in 0...(cactus.size.width / 4 + 1) {
                if let spot = found(cactus.x + step * 4, up) { return spot }
            }
            up -= 4
        }
        return Spot(row: cactus.row, x: max(field.x, 0), y: field.y)
    }

    /// Where no cactus is seen, none is hit.
    private func sand(x: Int32, y: Int32, in run: Run) -> Spot {
        var row: Int32 = 0
        while row < Rules.rowCount - 1, y >= crest(row: row) + spacing / 4 { row += 1 }
        let down = Rules.crest(row: row) + (y - crest(row: row)) * 1024 / scale
        let isFree = down >= 0 && run.struck(x: x - left, y: down) == nil
        return Spot(
            row: row, x: x - left, y: down,
            input: .tap(x: x - left, y: isFree ? down : Rules.height))
    }
}
