import Foundation

/// Pictures that a device has loaded once. Their names are made of their bytes, so none of them ever changes.
public struct PictureFolder: Sendable {
    /// Then the oldest go.
    public static let countLimit = 1_000

    private let path: String

    public init(_ device: DeviceFolder) { path = device.file("pictures") }

    /// - Returns: nil for a path whose last part is no digest in hexadecimal digits.
    public static func name(_ path: String) -> String? {
        guard let last = path.split(separator: "/").last, last.utf8.count == 64,
            last.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        return String(last)
    }

    public func read(_ name: String) throws(DeviceError) -> [UInt8]? {
        try DurableFile.read(path + "/" + name, bytesLimit: ClientLimits.blobBytes)
    }

    public func write(_ bytes: [UInt8], _ name: String) throws(DeviceError) {
        try DeviceFolder(path: path).make()
        try DurableFile.write(bytes, to: path + "/" + name)
        try removeOldest()
    }

    private func removeOldest() throws(DeviceError) {
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        do {
            let files = try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
            guard files.count > Self.countLimit else { return }
            let dated = try files.map { file in
                (file, try file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate)
            }
            let oldest = dated.sorted { ($0.1 ?? .distantPast) < ($1.1 ?? .distantPast) }
            for (file, _) in oldest.prefix(files.count - Self.countLimit) {
                try FileManager.default.removeItem(at: file)
            }
        } catch {
            throw DeviceError(doing: "clear", path, reason: error.localizedDescription)
        }
    }
}
