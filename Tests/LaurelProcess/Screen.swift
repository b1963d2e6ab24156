import Foundation
import Glibc

/// A screen of its own for games to be shown on: Xvfb, with xdotool for hands.
public final class Screen: Sendable {
    public struct Missing: Error, CustomStringConvertible {
        let program: String
        public var description: String {
            "\(program) is missing. Install it: apt-get install xvfb xdotool (scripts/setup test does)"
        }
    }

    public let display: String
    private let process: ChildProcess

    public init() async throws {
        for program in ["Xvfb", "xdotool"] where !FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)") {
            throw Missing(program: program)
        }
        // It chooses a display that is free, and says which once it is ready.
        let started = try ChildProcess(
            URL(filePath: "/usr/bin/Xvfb"), ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"])
        process = started
        let line = try await offThePool { started.nextLine() }
        guard let line else { throw Missing(program: "A display of Xvfb") }
        display = ":\(line.trimmingCharacters(in: .whitespaces))"
    }

    /// Not asked to end: what a thread of the pool starts does not hear of that.
    deinit {
        process.end(with: SIGKILL)
        let number = display.dropFirst()
        for file in ["/tmp/.X\(number)-lock", "/tmp/.X11-unix/X\(number)"] { unlink(file) }
    }

    /// Real keys, the mouse, the window. - Parameter words: as xdotool takes them.
    public func hand(_ words: String...) async throws {
        let display = display
        let status = try await offThePool { () throws -> Int32 in
            try ChildProcess(URL(filePath: "/usr/bin/xdotool"), words, environment: ["DISPLAY": display]).wait()
        }
        guard status == 0 else { throw Missing(program: "xdotool \(words.joined(separator: " "))") }
    }

    public func key(_ name: String) async throws { try await hand("key", name) }

    /// In the game's window, wherever that is.
    public func click(_ point: (x: Int, y: Int)) async throws {
        try await hand(
            "search", "--name", "MonkeyJump|Whack-a-Cac|Oasis", "mousemove", "--window", "%1", "\(point.x)",
            "\(point.y)",
            "click", "1")
    }
}

/// Does what blocks on a thread of its own: the pool is for everybody.
public func offThePool<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
}
