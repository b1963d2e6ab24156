import Foundation

extension Command {
    static let simulatorList = Command(
        name: ["simulator", "list"], summary: "List an app's simulators", arguments: ["BUNDLE_ID"],
        options: [.data], examples: ["laurel simulator list com.example.game"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call("GET", simulatorPath(invocation.arguments[0]))
            var table = TextTable(header: ["NAME", "BYTES", "UPLOADED"])
            for simulator in answer?["simulators"] as? [[String: Any]] ?? [] {
                table.rows.append([
                    simulator["name"] as? String ?? "", "\(simulator["size"] as? Int ?? 0)",
                    simulator["uploaded"] as? String ?? "",
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
        let (name, file) = (invocation.arguments[1], invocation.arguments[2])
        guard let data = FileManager.default.contents(atPath: file) else {
            throw Failure("can't read \(file)", status: 1)
        }
        try await Administration.with(invocation) { way in
            _ = try await way.send(
                "PUT", simulatorPath(invocation.arguments[0], name), data, type: "application/wasm")
            Terminal.say(
                "Uploaded \(name). To check a leaderboard's scores with it: laurel leaderboard set "
                    + "\(invocation.arguments[0]) LEADERBOARD --simulator \(name) --requires replay")
        }
    }

    static let simulatorDelete = Command(
        name: ["simulator", "delete"], summary: "Delete an unused simulator",
        arguments: ["BUNDLE_ID", "NAME"], options: [.data],
        examples: ["laurel simulator delete com.example.game gems"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            _ = try await way.call("DELETE", simulatorPath(invocation.arguments[0], invocation.arguments[1]))
            Terminal.say("Deleted \(invocation.arguments[1])")
        }
    }

    private static func simulatorPath(_ bundleID: String, _ name: String? = nil) -> String {
        appPath(bundleID) + "/simulators" + (name.map { "/" + $0.asPathSegment } ?? "")
    }

    static let simulators: [Command] = [simulatorList, simulatorUpload, simulatorDelete]
}

/// Where wasmtime's library is.
enum WasmtimePlace {
    static let option = CommandOption(
        "--wasmtime", "PATH", "wasmtime library, for uploaded simulators (default: $LAUREL_WASMTIME)")
    private static let usual = [
        "/usr/local/lib/libwasmtime.so", "/usr/lib/libwasmtime.so", ".build/wasmtime/libwasmtime.so",
    ]

    /// - Parameter named: on the command line.
    /// - Returns: nil if none was given and none is in the usual places.
    static func find(_ named: String? = nil) -> String? {
        let path =
            named ?? ProcessInfo.processInfo.environment["LAUREL_WASMTIME"]
            ?? usual.first { FileManager.default.fileExists(atPath: $0) }
        return path.map { URL(filePath: $0).path }
    }
}
