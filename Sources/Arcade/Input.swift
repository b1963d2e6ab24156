/// What the player asks of one tick: the buttons that are down, and where a finger came down.
///
/// Each game says which of them reach a run and its log; the others steer the scenes around it.
public struct Input: OptionSet, Hashable, Sendable {
    /// Bits 0–7: buttons. Bit 8: a finger came down; then bits 9–20 say where across and bits 21–31 where down.
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The one button of a game, held as long as it is down.
    public static let jump = Input(rawValue: 1)
    /// Begin a run, from the menu or after one.
    public static let start = Input(rawValue: 2)
    /// Stop the time of the run.
    public static let pause = Input(rawValue: 4)
    /// Let the time of the run go on.
    public static let resume = Input(rawValue: 8)
    /// Leave for the menu.
    public static let menu = Input(rawValue: 16)
    /// End the run here, with the score so far.
    public static let quit = Input(rawValue: 32)
    /// As ``start``, for the game's other mode.
    public static let startTimed = Input(rawValue: 64)

    private static let buttonBits: UInt32 = 0xFF
    private static let tapBit: UInt32 = 0x100

    /// A finger, or the mouse, came down in this tick. One a tick: a host keeps a second one for the next.
    ///
    /// - Parameters:
    ///   - x: in the game's own units, cut to 0...4095; likewise `y`, to 0...2047.
    public static func tap(x: Int32, y: Int32) -> Input {
        let across = UInt32(bitPattern: min(max(x, 0), 0xFFF))
        let down = UInt32(bitPattern: min(max(y, 0), 0x7FF))
        return Input(rawValue: tapBit | across << 9 | down << 21)
    }

    /// Where a finger came down; nil: none did.
    public var tap: (x: Int32, y: Int32)? {
        guard rawValue & Self.tapBit != 0 else { return nil }
        return (Int32(bitPattern: rawValue >> 9 & 0xFFF), Int32(bitPattern: rawValue >> 21))
    }

    /// Without the finger.
    public var buttons: Input { Input(rawValue: rawValue & Self.buttonBits) }

    /// Whether there is no position without a finger: equal inputs have equal bits.
    var isCanonical: Bool { rawValue & Self.tapBit != 0 || rawValue & ~Self.buttonBits == 0 }
}
