/// What the player asks of one tick: the buttons that are down.
///
/// Only ``jump`` reaches a run and its log; the others steer the scenes around it.
public struct Input: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The one button of the game, held as long as it is down.
    public static let jump = Input(rawValue: 1)
    /// Begin a run, from the menu or after one.
    public static let start = Input(rawValue: 2)
    /// Stop the time of the run.
    public static let pause = Input(rawValue: 4)
    /// Let the time of the run go on.
    public static let resume = Input(rawValue: 8)
    /// Leave for the menu.
    public static let menu = Input(rawValue: 16)
}
