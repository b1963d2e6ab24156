import Foundation
import LaurelProcess

/// Compiles code of games against the module that these tests were built with.
enum Compiler {
    /// - Parameters:
    ///   - mode: the language mode, 5 or 6.
    ///   - others: modules of the game besides, by name.
    /// - Returns: what the compiler says, warnings too.
    /// - Throws: `Command.Failure` with what it says if it rejects the code.
    @discardableResult
    static func check(_ code: String, mode: Int, others: [String: String] = [:]) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "compiling-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { print("\(folder.path): \(error)") } }
        let modules = BuiltProducts.executable("laurel").deletingLastPathComponent().appending(path: "Modules")
        let common = ["-swift-version", "\(mode)", "-I", modules.path, "-I", folder.path]
        for (name, other) in others {
            let file = folder.appending(path: "\(name).swift")
            try Data(other.utf8).write(to: file)
            let module = folder.appending(path: "\(name).swiftmodule")
            try await Command.run(
                "swiftc", ["-emit-module", "-module-name", name, "-o", module.path] + common + [file.path])
        }
        let file = folder.appending(path: "Game.swift")
        try Data(code.utf8).write(to: file)
        return try await Command.run("swiftc", ["-typecheck", "-parse-as-library"] + common + [file.path])
    }

    /// What the compiler says of code that it rejects; nil if it accepts it.
    static func complaint(_ code: String, mode: Int) async throws -> String? {
        do {
            try await check(code, mode: mode)
            return nil
        } catch let failure as Command.Failure {
            return failure.description
        }
    }
}
