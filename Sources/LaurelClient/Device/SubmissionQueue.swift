import Foundation
import LaurelDomain
import LaurelWire

/// What a player's submissions wait in until the server has them (rule 8.1): a file each, named in their order.
///
/// A file is there in whole or not at all, and survives a loss of power once ``add(_:mark:)`` has returned. It goes
/// when the server has answered. A program that ends between the two sends it again, under the same ids.
public struct SubmissionQueue: Sendable {
    /// At most so many submissions of one player wait.
    public static let countLimit = 10_000
    static let bytesLimit = 16 << 20

    public let folder: PlayerFolder

    public init(_ folder: PlayerFolder) { self.folder = folder }

    /// A submission that waits.
    public struct Item: Hashable, Sendable {
        /// Its file.
        public let name: String
        public let submission: QueuedSubmission

        /// What it was added under.
        public var mark: String { SubmissionQueue.mark(of: name) }

        /// In its place, with its mark.
        public func replacing(_ submission: QueuedSubmission) -> Item { Item(name: name, submission: submission) }
    }

    var path: String { folder.path + "/queue" }

    static func mark(of name: String) -> String { String(name.dropFirst(digits + 1).dropLast(suffix.count)) }

    /// - Parameter mark: unlike any other's, in letters and digits: two programs that use one device at once must not
    ///   take one's file for the other's.
    /// - Returns: the item, which is durable now.
    public func add(_ submission: QueuedSubmission, mark: String) throws(DeviceError) -> Item {
        let items = try add([(submission, mark)])
        guard let item = items.first else { throw DeviceError(doing: "write to", path, reason: "nothing was written") }
        return try item.get()
    }

    /// Adds several, in their order: the folder is looked through once for all, and they wait for the disk together.
    ///
    /// - Returns: what became of each: an item, which is durable now, or why it isn't there.
    public func add(
        _ submissions: [(submission: QueuedSubmission, mark: String)]
    ) throws(DeviceError) -> [Result<Item, DeviceError>] {
        try folder.device.locked { () throws(DeviceError) in
            try DeviceFolder(path: path).make()
            let names = try names()
            var last = names.last.flatMap { Int($0.prefix(Self.digits)) } ?? 0
            var room = Self.countLimit - names.count
            var files: [(name: String, bytes: [UInt8])] = []
            let named = submissions.map { submission, mark in
                Result { () throws(DeviceError) in
                    guard room > 0 else {
                        throw DeviceError(
                            doing: "queue more in", path, reason: "\(Self.countLimit) submissions are already waiting")
                    }
                    let bytes = try Self.encoded(submission, path)
                    room -= 1
                    last = min(last, 999_999_999_998) + 1
                    files.append((Self.name(last, mark), bytes))
                    return Item(name: Self.name(last, mark), submission: submission)
                }
            }
            let failures = try DurableFile.write(files, in: path)
            return named.map { item in
                item.flatMap { item in failures[item.name].map { .failure($0) } ?? .success(item) }
            }
        }
    }

    private static func name(_ number: Int, _ mark: String) -> String {
        let number = String(number)
        return String(repeating: "0", count: max(0, digits - number.count)) + number + "-" + mark + suffix
    }

    private static let digits = 12
    private static let suffix = ".json"

    /// All that waits, first come first. A file that cannot be read is put aside, under another name.
    public func items() throws(DeviceError) -> [Item] {
        var items: [Item] = []
        for name in try names() { if let item = try item(name) { items.append(item) } }
        return items
    }

    /// The files of all that waits, first come first, none of them read.
    func names() throws(DeviceError) -> [String] { try Self.names(in: path) }

    /// - Returns: nil for a file that is gone, cannot be understood, or is another player's.
    func item(_ name: String) throws(DeviceError) -> Item? {
        guard let submission = try Self.submission(path + "/" + name), submission.belongs(to: folder) else {
            return nil
        }
        return Item(name: name, submission: submission)
    }

    /// False once it was sent, whichever program of the device did that.
    public func holds(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }

    /// Writes an item that has changed, unless another program has sent it meanwhile.
    public func rewrite(_ item: Item) throws(DeviceError) {
        guard holds(item.name) else { return }
        try DurableFile.write(try Self.encoded(item.submission, path), to: path + "/" + item.name)
    }

    /// The server has them, or will never take them: one wait for the disk for all.
    ///
    /// - Returns: why some are still there, by their names.
    public func remove(_ items: [Item]) throws(DeviceError) -> [String: DeviceError] {
        try DurableFile.remove(items.map(\.name), in: path)
    }

    // MARK: Turns that came too late

    /// What the server refused, and the game has not heard of yet. It isn't sent again.
    private var refusedPath: String { folder.path + "/refused-turns" }

    /// Takes a turn out of the queue, and keeps it until the game has been told (rule 12.23). If the program ends in
    /// between, it is sent once more, and refused once more.
    public func setAside(_ item: Item) throws(DeviceError) {
        try DeviceFolder(path: refusedPath).make()
        try DurableFile.write(try Self.encoded(item.submission, refusedPath), to: refusedPath + "/" + item.name)
        if let failure = try remove([item]).values.first { throw failure }
    }

    /// Those that the game has not heard of, first come first.
    public func refusedTurns() throws(DeviceError) -> [Item] {
        var items: [Item] = []
        for name in try Self.names(in: refusedPath) {
            guard let submission = try Self.submission(refusedPath + "/" + name), submission.belongs(to: folder) else {
                continue
            }
            items.append(Item(name: name, submission: submission))
        }
        return items
    }

    /// The game has it back.
    public func forgetRefusedTurn(_ item: Item) throws(DeviceError) {
        if let failure = try DurableFile.remove([item.name], in: refusedPath).values.first { throw failure }
    }

    /// Gives all that waits to another player of the game: a merged guest's to the account (rule 1.13). If the program
    /// ends in between, one waits for both; sent twice, it counts once.
    public func move(to target: SubmissionQueue) throws(DeviceError) {
        guard target.folder != folder else { return }
        var rest = try items()[...]
        while !rest.isEmpty {
            let items = Array(rest.prefix(Self.movedTogether))
            rest = rest.dropFirst(items.count)
            let added = try target.add(
                items.map { item in
                    var submission = item.submission
                    submission.playerID = target.folder.playerID
                    return (submission, item.mark)
                })
            let moved = zip(items, added).compactMap { item, added in
                if case .success = added { item } else { nil }
            }
            if let failure = try remove(moved).values.first { throw failure }
            for added in added { _ = try added.get() }
        }
    }

    private static let movedTogether = 256

    /// How many scores and reports of a game wait on a device, of all players: said at sign-in (rule 4.7), when it is
    /// not known yet who comes.
    public static func waitingResults(of game: DeviceGame, on device: DeviceFolder) throws(DeviceError) -> Int {
        try waiting(of: game, on: device, \.resultCount)
    }

    /// How many scores, reports and challenges of a game wait on a device, of all players.
    public static func waitingSubmissions(of game: DeviceGame, on device: DeviceFolder) throws(DeviceError) -> Int {
        try waiting(of: game, on: device) { _ in 1 }
    }

    private static func waiting(
        of game: DeviceGame, on device: DeviceFolder, _ weight: (QueuedSubmission) -> Int
    ) throws(DeviceError) -> Int {
        let players = PlayerFolder.all(on: device)
        var count = 0
        for player in try contents(of: players) {
            let path = "\(players)/\(player)/queue"
            for name in try names(in: path) {
                guard let submission = try submission(path + "/" + name), submission.belongs(to: game) else { continue }
                count += weight(submission)
            }
        }
        return min(count, waitingLimit)
    }

    // MARK: Files

    private static func names(in path: String) throws(DeviceError) -> [String] {
        try contents(of: path).filter { $0.hasSuffix(suffix) }.sorted()
    }

    private static func contents(of path: String) throws(DeviceError) -> [String] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        do { return try FileManager.default.contentsOfDirectory(atPath: path) } catch {
            throw DeviceError(doing: "list", path, reason: error.localizedDescription)
        }
    }

    /// - Returns: nil where it is gone meanwhile, or cannot be understood.
    private static func submission(_ path: String) throws(DeviceError) -> QueuedSubmission? {
        guard let bytes = try DurableFile.read(path, bytesLimit: bytesLimit) else { return nil }
        do { return try JSONDecoder().decode(QueuedSubmission.self, from: Data(bytes)) } catch {
            // Kept for a look by hand; no code reads it again.
            rename(path, path + ".damaged")
            return nil
        }
    }

    private static func encoded(_ submission: QueuedSubmission, _ path: String) throws(DeviceError) -> [UInt8] {
        let bytes: [UInt8]
        do { bytes = Array(try JSONEncoder().encode(submission)) } catch {
            throw DeviceError(doing: "write to", path, reason: "\(error)")
        }
        guard bytes.count <= bytesLimit else {
            throw DeviceError(doing: "write to", path, reason: "it has more than \(bytesLimit) bytes")
        }
        return bytes
    }
}
