public import LaurelDomain

/// Where the clocks of the world stand: the IANA database, which neither the domain nor the store knows.
public struct TimeZones: Sendable {
    /// Seconds east of UTC at that moment; nil for a name that is no place's.
    public var offset: @Sendable (_ name: String, _ moment: Timestamp) -> Int?

    public init(offset: @escaping @Sendable (_ name: String, _ moment: Timestamp) -> Int?) { self.offset = offset }

    /// Fixed offsets alone.
    public static let fixed = TimeZones { name, _ in name == "UTC" ? 0 : nil }

    func offset(of zone: TimeZoneID, at moment: Timestamp) -> Int? {
        switch zone {
        case .offset(let minutes): minutes * 60
        case .named(let name): offset(name, moment)
        }
    }
}

extension TimeZones {
    /// When the quiet that holds for a player now ends; nil when none does. A zone that is known no more keeps nobody
    /// quiet.
    public func quietEnd(_ hours: QuietHours?, at moment: Timestamp) -> Timestamp? {
        guard let hours, let offset = offset(of: hours.zone, at: moment) else { return nil }
        return hours.end(at: moment, offset: offset)
    }
}
