public import Foundation
import LaurelTestSupport

extension LaurelProcess {
    public struct SignInFailed: Error { public let status: Int32 }

    /// Signs a player in on a device, as from a shell: one whose password is `correct horse ALIAS`.
    public func signIn(_ alias: String, device: URL, bundleID: String) async throws {
        let process = Process()
        process.executableURL = BuiltProducts.executable("laurel")
        process.arguments = [
            "sign-in", "--device", device.path, "--alias", alias, "--server", base.absoluteString,
            "--bundle-id", bundleID,
        ]
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("correct horse \(alias)\n".utf8))
        try input.fileHandleForWriting.close()
        let status = try await offThePool { () -> Int32 in
            process.waitUntilExit()
            return process.terminationStatus
        }
        guard status == 0 else { throw SignInFailed(status: status) }
    }
}
