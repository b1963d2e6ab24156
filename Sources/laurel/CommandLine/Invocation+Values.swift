import LaurelDomain
import LaurelWire

// What was typed, as values: read by the rules by which the server reads a body.
extension Invocation {
    /// - Returns: nil where the option wasn't given.
    func value<Value>(_ option: String, _ shape: Shape<Value>) throws(Failure) -> Value? {
        guard let text = self[option] else { return nil }
        return try Self.read(text, option, shape)
    }

    /// What stands between commas; nothing for an empty text.
    ///
    /// - Returns: nil where the option wasn't given.
    func values<Value>(_ option: String, _ shape: Shape<Value>) throws(Failure) -> [Value]? {
        guard let text = self[option] else { return nil }
        var values: [Value] = []
        for part in text.split(separator: ",") { values.append(try Self.read(String(part), option, shape)) }
        return values
    }

    /// - Parameter name: as `--help` shows it.
    func argument<Value>(_ index: Int, _ name: String, _ shape: Shape<Value>) throws(Failure) -> Value {
        try Self.read(arguments[index], name, shape)
    }

    /// All arguments from `index` on.
    func arguments<Value>(from index: Int, _ name: String, _ shape: Shape<Value>) throws(Failure) -> [Value] {
        var values: [Value] = []
        for text in arguments.dropFirst(index) { values.append(try Self.read(text, name, shape)) }
        return values
    }

    /// A number that the server has given to something.
    func serial(_ index: Int, _ name: String) throws(Failure) -> Int64 {
        try Self.serial(arguments[index], name)
    }

    /// - Returns: nil where the option wasn't given.
    func serial(_ option: String) throws(Failure) -> Int64? {
        guard let text = self[option] else { return nil }
        return try Self.serial(text, option)
    }

    private static func serial(_ text: String, _ name: String) throws(Failure) -> Int64 {
        guard let number = Int64(text), number > 0 else {
            throw Failure("\(name) must be a positive integer, not “\(text)”")
        }
        return number
    }

    private static func read<Value>(_ text: String, _ name: String, _ shape: Shape<Value>) throws(Failure) -> Value {
        do throws(JSONError) { return try shape.value(text: text) } catch {
            throw Failure("\(name) \(error.explanation), not “\(text)”")
        }
    }

    // MARK: Those of many commands

    /// The first argument.
    func bundleID() throws(Failure) -> BundleID { try argument(0, "BUNDLE_ID", .bundleID) }
    /// The first argument.
    func teamID() throws(Failure) -> TeamID { try argument(0, "TEAM", .teamID) }

    /// Of `--lowest` and `--highest`; nil where neither was given.
    func scoreRange() throws(Failure) -> ScoreRange? {
        switch (try int64("--lowest"), try int64("--highest")) {
        case (let lowest?, let highest?):
            guard let range = ScoreRange(lowest: lowest, highest: highest) else {
                throw Failure("--lowest must be below --highest")
            }
            return range
        case (nil, nil): return nil
        default: throw Failure("--lowest and --highest must be used together")
        }
    }

    /// Production where nothing is said.
    func environment() throws(Failure) -> Environment { try value("--environment", .environment) ?? .production }
}

extension RequestBody {
    /// A change without a change.
    var isEmpty: Bool { json == Array("{}".utf8) }
}
