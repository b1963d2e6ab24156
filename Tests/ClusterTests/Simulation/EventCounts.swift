/// How often a world came to what is rare: a simulation in which nothing happens finds nothing.
struct EventCounts {
    enum Kind: Int, CaseIterable {
        case claimed, adopted, resigned, refused, settled, handedOver, left, crashed, paused, promoted, lostAtPromotion
        case readPast, forwarded, heldForTrust, acknowledged, read
        case answeredByFollower, questionLost, tookOverWarm, followedInVain, leftToWarm
    }

    private var counts = Array(repeating: 0, count: Kind.allCases.count)

    subscript(kind: Kind) -> Int {
        get { counts[kind.rawValue] }
        set { counts[kind.rawValue] = newValue }
    }

    static func += (left: inout EventCounts, right: EventCounts) {
        for kind in Kind.allCases { left[kind] += right[kind] }
    }
}
