import Foundation

/// A folder that stands for one device: who is signed in, what waits to be sent, names and photos. Two folders are two
/// devices. Several programs may use one at once.
public struct DeviceFolder: Hashable, Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// `$XDG_STATE_HOME/laurel`, or `~/.local/state/laurel` (XDG Base Directory Specification).
    public static func standard(environment: [String: String]) -> DeviceFolder {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return DeviceFolder(path: state + "/laurel")
        }
        return DeviceFolder(path: (environment["HOME"] ?? NSHomeDirectory()) + "/.local/state/laurel")
    }

    public func file(_ name: String) -> String { path + "/" + name }

    /// Makes the folder and those above it, readable by nobody else.
    public func make() throws(DeviceError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DeviceError(doing: "create the folder", path, reason: error.localizedDescription)
        }
    }

    /// Does `body` while no other program, and no other thread, changes the folder.
    ///
    /// The kernel lets go of the lock when the program ends, however it ends.
    public func locked<Value>(_ body: () throws(DeviceError) -> Value) throws(DeviceError) -> Value {
        try make()
        let path = file("lock")
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DeviceError(doing: "open", path) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw DeviceError(doing: "lock", path) }
        }
        return try body()
    }
}

/// The device's folder cannot be used.
public struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, where, and why it failed.
    public let description: String

    public init(doing: String, _ path: String, reason: String) {
        description = "Can't \(doing) \(path): \(reason)"
    }

    /// With the reason that the system just gave.
    init(doing: String, _ path: String) {
        self.init(doing: doing, path, reason: String(cString: strerror(errno)))
    }
}
