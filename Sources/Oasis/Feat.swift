public import LaurelArcade

/// What a player can achieve in a match over a server, which tells by its end.
public enum Feat: Int32, FeatKind {
    /// A match to its end.
    case firstMatch
    case firstWin
    /// So many points in one match. Of two strong computer players, one in ten has as many.
    case points30
    /// Won by a single point.
    case photoFinish
    /// Won against three who stayed to the end.
    case fullTable

    public var identifier: StaticString {
        switch self {
        case .firstMatch: "FirstMatch"
        case .firstWin: "FirstWin"
        case .points30: "Points30"
        case .photoFinish: "PhotoFinish"
        case .fullTable: "FullTable"
        }
    }

    public var isOfRun: Bool { true }
}

extension Match {
    /// What a player has achieved; nothing while the game goes on.
    ///
    /// - Parameter finishers: the seats that haven't left. Others achieve nothing, and nobody wins against them.
    public func feats(of seat: Int32, among finishers: [Int32]) -> [Feat] {
        guard isOver, finishers.contains(seat), points.indices.contains(Int(seat)) else { return [] }
        let own = points[Int(seat)]
        var others: Int32 = 0
        var best: Int32 = 0
        for other in finishers where other != seat && points.indices.contains(Int(other)) {
            others += 1
            best = max(best, points[Int(other)])
        }
        var feats: [Feat] = [.firstMatch]
        if own >= 30 { feats.append(.points30) }
        guard others > 0, own > best else { return feats }
        feats.append(.firstWin)
        if own == best + 1 { feats.append(.photoFinish) }
        if others == 3 { feats.append(.fullTable) }
        return feats
    }
}
