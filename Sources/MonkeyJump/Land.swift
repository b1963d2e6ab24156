/// The lands that the run leads through, one after the other and again from the first.
///
/// They decide how it looks and nothing else. The first two of a run are short, so that everybody sees another land;
/// from 400 m on each is 400 m long, and what follows is where it always was.
public enum Land: Int32, CaseIterable, Sendable {
    case jungle, swamp, ruins, savanna

    /// How long a land is, in metres, but for the first two. Four of them are a day.
    public static let metres: Int64 = 400
    /// Where the second land begins, in metres.
    public static let firstMetres: Int64 = 150
    /// How far before and after its border one land turns into the next, in metres.
    private static let borderMetres: Int64 = 16

    /// The land there.
    ///
    /// - Parameter distance: from the start, in 1/256 of a unit.
    public init(at distance: Int64) {
        let metres = max(distance, 0) / Rules.metre
        let number = metres < Self.firstMetres ? 0 : metres / Self.metres + 1
        self = Land(rawValue: Int32(truncatingIfNeeded: number % Int64(Land.allCases.count))) ?? .jungle
    }

    /// What is seen there: a land, and over it how much of the next, 0...255.
    struct Mix: Hashable {
        let base: Land
        let over: Land
        let part: Int32

        init(at distance: Int64) {
            let border = Land.borderMetres * Rules.metre
            base = Land(at: distance - border)
            over = Land(at: distance + border)
            let metres = max(distance + border, 0) / Rules.metre
            let begin = metres < Land.metres ? Land.firstMetres : metres / Land.metres * Land.metres
            let into = distance + border - begin * Rules.metre
            let isAtBorder = base != over
            part = isAtBorder ? Int32(truncatingIfNeeded: min(max(into * 255 / (2 * border), 0), 255)) : 0
        }
    }

    // MARK: Its pictures

    /// The trees, or what stands for them.
    var skyline: Sprite {
        switch self {
        case .jungle: .jungle
        case .swamp: .swampTrees
        case .ruins: .ruinsWalls
        case .savanna: .savannaTrees
        }
    }

    var hills: Sprite {
        switch self {
        case .jungle, .ruins: .hills
        case .swamp: .swampHills
        case .savanna: .savannaHills
        }
    }

    var bushes: Sprite {
        switch self {
        case .jungle: .bushes
        case .swamp: .swampReeds
        case .ruins: .ruinsRubble
        case .savanna: .savannaGrass
        }
    }

    var ground: Sprite {
        switch self {
        case .jungle: .ground
        case .swamp: .swampGround
        case .ruins: .ruinsGround
        case .savanna: .savannaGround
        }
    }

    /// What hangs in from above; nothing under an open sky.
    var canopy: Sprite? {
        switch self {
        case .jungle, .ruins: .canopy
        case .swamp: .swampCanopy
        case .savanna: nil
        }
    }

    /// What stands before the run.
    var front: Sprite {
        switch self {
        case .jungle: .fern
        case .swamp: .swampCattails
        case .ruins: .ruinsColumn
        case .savanna: .savannaTuft
        }
    }

    var pit: (water: Sprite, left: Sprite, right: Sprite) {
        switch self {
        case .jungle: (.pitWater, .pitLeft, .pitRight)
        case .swamp: (.swampWater, .swampLeft, .swampRight)
        case .ruins: (.pitWater, .ruinsLeft, .ruinsRight)
        case .savanna: (.savannaWater, .savannaLeft, .savannaRight)
        }
    }
}
