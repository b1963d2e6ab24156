import Foundation
import Glibc
import LaurelStorage

extension Command {
    static let exportScores = Command(
        name: ["export", "scores"],
        summary: "Export an app's scores as CSV or JSON Lines",
        arguments: ["BUNDLE_ID"],
        options: [
            .data,
            CommandOption("--to", "FILE", "File to create (default: the terminal); never overwrites"),
            CommandOption("--format", "FORMAT", "csv (default) or json"),
            CommandOption("--leaderboard", "ID", "Only this leaderboard (default: all)"),
            CommandOption("--environment", "NAME", "production (default) or sandbox"),
            CommandOption("--after", "SEQUENCE", "Resume an interrupted export after this row"),
        ],
        examples: ["laurel export scores com.example.hop --to scores.csv"]
    ) { invocation in
        var query = ["format=" + (invocation["--format"] ?? "csv").asPathSegment, environmentQuery(invocation)]
        for (option, name) in [("--leaderboard", "leaderboard"), ("--after", "after")] {
            if let value = invocation[option] { query.append(name + "=" + value.asPathSegment) }
        }
        try await export(
            appPath(invocation.arguments[0]) + "/scores/export?" + query.joined(separator: "&"), invocation)
    }

    static let exportAchievements = Command(
        name: ["export", "achievements"],
        summary: "Export achievement progress as CSV or JSON Lines",
        arguments: ["BUNDLE_ID"],
        options: [
            .data,
            CommandOption("--to", "FILE", "File to create (default: the terminal); never overwrites"),
            CommandOption("--format", "FORMAT", "csv (default) or json"),
            CommandOption("--environment", "NAME", "production (default) or sandbox"),
        ],
        examples: ["laurel export achievements com.example.hop --to achievements.csv"]
    ) { invocation in
        let query = ["format=" + (invocation["--format"] ?? "csv").asPathSegment, environmentQuery(invocation)]
        try await export(
            appPath(invocation.arguments[0]) + "/achievement-progress/export?" + query.joined(separator: "&"),
            invocation)
    }

    private static func export(_ target: String, _ invocation: Invocation) async throws {
        let output = try invocation["--to"].map { path throws(Failure) in try newFile(path) } ?? STDOUT_FILENO
        do {
            try await download(target, from: DataFolder.path(invocation), to: output)
        } catch {
            // What has arrived is whole rows up to somewhere; of scores --after goes on from the last one.
            if output != STDOUT_FILENO { close(output) }
            throw error
        }
        if output != STDOUT_FILENO {
            let isOnDisk = fsync(output) == 0
            close(output)
            guard isOnDisk else { throw Failure("can't write the file to disk", status: 1) }
            Terminal.say("Wrote \(invocation["--to"] ?? "")")
        }
    }

    private static func newFile(_ path: String) throws(Failure) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure("can't create \(path): \(String(cString: strerror(errno)))", status: 1)
        }
        return descriptor
    }

    private static func download(_ target: String, from folder: String, to output: Int32) async throws {
        try await Administration.withSocket(of: folder) { path in
            let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
                BlockingThread.start {
                    continuation.resume(returning: Result { try ChunkedDownload(path).get(target, to: output) })
                }
            }
            try result.get()
        }
    }
}

/// Reads an answer of any length over a Unix socket and writes its body as it comes.
struct ChunkedDownload {
    private let path: String
    init(_ path: String) { self.path = path }

    /// Blocks.
    func get(_ target: String, to output: Int32) throws {
        guard let descriptor = try AdministrationSocket.connect(to: path) else {
            throw Failure("the server just stopped", status: 1)
        }
        defer { close(descriptor) }
        try send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n", on: descriptor)
        var reader = Reader(descriptor)
        let head = try reader.line(through: "\r\n\r\n")
        let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        guard status == 200 else { throw try problem(status, head, &reader) }
        while true {
            let size = try reader.line(through: "\r\n")
            guard let count = Int(size, radix: 16) else { throw Self.brokenOff }
            if count == 0 { return }
            try write(try reader.take(count), to: output)
            _ = try reader.take(2)
        }
    }

    private static var brokenOff: Failure {
        Failure("the export was interrupted; resume it with --after and the last row's sequence", status: 1)
    }

    private func problem(_ status: Int, _ head: String, _ reader: inout Reader) throws -> Failure {
        let length = head.lowercased().components(separatedBy: "content-length: ").dropFirst().first
        let count = length?.prefix { $0.isNumber }
        let body = try reader.take(count.flatMap { Int($0) } ?? 0)
        let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] ?? [:]
        return Administration.failure(status, object)
    }

    private func send(_ text: String, on descriptor: Int32) throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Self.brokenOff }
            bytes = bytes.dropFirst(count)
        }
    }

    private func write(_ bytes: [UInt8], to output: Int32) throws {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw Failure("can't write the rows: \(String(cString: strerror(errno)))", status: 1)
            }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Bytes of a socket, by line and by count.
    private struct Reader {
        private let descriptor: Int32
        private var bytes: [UInt8] = []
        private var first = 0

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        mutating func line(through end: String) throws -> String {
            let end = Array(end.utf8)
            while true {
                if bytes.count - first >= end.count {
                    for place in first...(bytes.count - end.count)
                    where bytes[place...].starts(with: end) {
                        defer { first = place + end.count }
                        return String(decoding: bytes[first..<place], as: UTF8.self)
                    }
                }
                guard bytes.count - first < 65_536 else { throw ChunkedDownload.brokenOff }
                try more()
            }
        }

        mutating func take(_ count: Int) throws -> [UInt8] {
            guard (0...16_777_216).contains(count) else { throw ChunkedDownload.brokenOff }
            while bytes.count - first < count { try more() }
            defer { first += count }
            return Array(bytes[first..<first + count])
        }

        private mutating func more() throws {
            if first > 0 {
                bytes.removeFirst(first)
                first = 0
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var count = recv(descriptor, &buffer, buffer.count, 0)
            while count < 0 && errno == EINTR { count = recv(descriptor, &buffer, buffer.count, 0) }
            guard count > 0 else { throw ChunkedDownload.brokenOff }
            bytes.append(contentsOf: buffer[0..<count])
        }
    }
}
