import Foundation
import LaurelDomain
import LaurelWire

extension Command {
    static let simulatorList = Command(
        name: ["simulator", "list"], summary: "List an app's simulators", arguments: ["BUNDLE_ID"],
        options: [.data], examples: ["laurel simulator list com.example.game"]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let simulators = try await server.ask(
                .simulators(.list(invocation.bundleID())), as: SimulatorAnswer.listShape)
            var table = TextTable(header: ["NAME", "BYTES", "UPLOADED"])
            for simulator in simulators {
                table.rows.append([
                    simulator.name.text, String(simulator.size), simulator.uploaded.rfc3339,
                ])
            }
            Terminal.say(table.rows.isEmpty ? "No simulators. To make one, see docs/simulators.md" : table.text)
        }
    }

    static let simulatorUpload = Command(
        name: ["simulator", "upload"], summary: "Upload a simulator (a WebAssembly module)",
        arguments: ["BUNDLE_ID", "NAME", "FILE"], options: [.data],
        examples: ["laurel simulator upload com.example.game gems gems.wasm"]
    ) { invocation in
        let (app, name) = (try invocation.bundleID(), try simulatorName(invocation))
        let file = invocation.arguments[2]
        // The server's own limit is lower, and said by it.
        let data = Data(try InputFile.read(file, limit: 1 << 26, status: 1))
        try await Administration.with(invocation) { server in
            try await server.tell(
                .simulators(.set(app, name)),
                Administration.Content(bytes: [UInt8](data), type: "application/wasm"))
            Terminal.say(
                "Uploaded \(name.text). To check a leaderboard's scores with it: laurel leaderboard set "
                    + "\(app.text) LEADERBOARD --simulator \(name.text) --requires replay")
        }
    }

    static let simulatorDelete = Command(
        name: ["simulator", "delete"], summary: "Delete an unused simulator",
        arguments: ["BUNDLE_ID", "NAME"], options: [.data],
        examples: ["laurel simulator delete com.example.game gems"]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let name = try simulatorName(invocation)
            try await server.tell(.simulators(.remove(invocation.bundleID(), name)))
            Terminal.say("Deleted \(name.text)")
        }
    }

    private static func simulatorName(_ invocation: Invocation) throws(Failure) -> SimulatorName {
        try invocation.argument(1, "NAME", .simulatorName)
    }

    static let simulators: [Command] = [simulatorList, simulatorUpload, simulatorDelete]
}

/// The option that names wasmtime's library.
enum WasmtimeOption {
    static let option = CommandOption(
        "--wasmtime", "PATH", "wasmtime library, for uploaded simulators (default: $LAUREL_WASMTIME)")
    /// Where packages put it: in `../lib/laurel` of the program.
    private static let packaged = Bundle.main.executableURL.map { program in
        program.resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("../lib/laurel/libwasmtime.so").standardizedFileURL.path
    }
    private static let usual =
        (packaged.map { [$0] } ?? []) + [
            "/usr/local/lib/libwasmtime.so", "/usr/lib/libwasmtime.so", ".build/wasmtime/libwasmtime.so",
        ]

    /// - Parameter named: on the command line.
    /// - Returns: nil if none was given and none is in the usual places.
    static func find(_ named: String? = nil) -> String? {
        let path =
            named ?? ProcessInfo.processInfo.environment["LAUREL_WASMTIME"].flatMap { $0.isEmpty ? nil : $0 }
            ?? usual.first { FileManager.default.fileExists(atPath: $0) }
        return path.map { URL(filePath: $0).path }
    }
}
