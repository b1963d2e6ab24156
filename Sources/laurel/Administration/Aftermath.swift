/// The server ended before it had answered: what it was asked to do is done, or not.
struct ConnectionLost: Error {}

/// What became of a command whose server was lost.
enum Aftermath {
    /// It was done all the same.
    case done(String)
    /// Nobody knows, or there is something left to do.
    case failed(String)

    static let lostServer = "the server stopped before it answered."
    static let unknown = failed("\(lostServer) Check what was done before you type the command again.")

    /// - Parameters:
    ///   - planned: changes before; nil: nobody counted them.
    ///   - left: changes that a server which is back would still make; nil: there is none to ask.
    static func ofImport(planned: Int?, left: Int?) -> Aftermath {
        let again = "To apply the rest, type it again:\n  \(Terminal.typed)"
        guard let left else {
            return .failed("\(lostServer) Each change was applied completely or not at all. \(again)")
        }
        let planned = max(planned ?? left, left)
        let count = "the server stopped and is back: \(planned - left) of \(Count.of(planned, "change")) applied."
        return left == 0 ? .done(count) : .failed("\(count) \(again)")
    }
}
