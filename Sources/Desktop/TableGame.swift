public import Foundation

/// A game that is played in turns, on a table of its own, in a window: it says what is seen and what can be chosen, and
/// hears what was. Runs, scores and their screens are ``DesktopGame``'s.
@MainActor public protocol TableGame: AnyObject {
    /// As the player knows it, and as its program and its folder are called.
    var name: String { get }
    var identifier: String { get }
    var bundleID: String { get }
    /// In the order of the core's sounds.
    var sounds: [DesktopSound] { get }
    var music: Int { get }
    /// Pictures that are no files: SVG, by name.
    var drawings: [String: String] { get }
    /// How long the strongest of the sounds is felt, in milliseconds.
    func touch(_ cues: UInt32) -> Int32

    /// Called once, before anything else.
    func begin(in room: any TableRoom)
    /// Once a frame. - Parameter seconds: since the program began.
    func update(at seconds: Double)
    /// - Parameters:
    ///   - width: of the window, in pixels, as `height`.
    ///   - unit: pixels to a unit of letters and edges.
    func scene(width: Float, height: Float, unit: Float) -> TableScene
    func choose(_ id: String)
    /// The player draws a spot somewhere else: to another one, or nowhere.
    func lift(_ id: String)
    func drop(on id: String?)
    /// A key by its position, as SDL's scancodes have it. - Returns: whether it was the game's.
    func key(_ key: UInt32) -> Bool
    /// What the player writes, in the scene's field; nil: there is nothing to write in.
    var written: WrittenText? { get set }
    /// The player pastes this while there is something to write in.
    func paste(_ text: String)
    /// One screen back.
    func back()
    /// The spot that a computer player would choose now.
    var advice: String? { get }
    /// For the announcements' `state`.
    var facts: [String: Any] { get }
}

/// What a ``TableGame`` finds around it.
@MainActor public protocol TableRoom: AnyObject {
    /// For the game's files.
    var folder: URL { get }
    /// Of everything drawn by chance; nil: the system's.
    var seed: UInt64? { get }
    /// Little is to move.
    var isCalm: Bool { get }
    var isMuted: Bool { get }
    /// Where the mouse or a finger is while something is drawn along; nil: nothing is.
    var pointer: (x: Float, y: Float)? { get }
    func toggleSound()
    func setMusicLevel(_ level: Float)
    func play(_ cues: UInt32)
    /// The party code that the program was started for.
    var partyCode: String? { get }
    /// What other programs have put there for the player to paste.
    var clipboard: String { get }
    /// - Returns: whether other programs can paste it.
    func copy(_ text: String) -> Bool
    /// In pixels.
    func width(of text: String, size: Float) -> Float
    /// To those who listen to announcements.
    func announce(_ event: String, _ fields: [String: Any])
    /// Moves the focus, once this is shown.
    func focus(_ id: String)
    /// Ends the program.
    func leave()
}
