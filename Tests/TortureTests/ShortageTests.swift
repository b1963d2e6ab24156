import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// What a process can run out of. `make torture` takes it from a server again and again; here the same code does so
/// until it has hit once.
@Suite("Shortages", .serialized, .timeLimit(.minutes(10))) struct ShortageTests {
    @Test(
        "rule 4.4: without descriptors or memory a server may refuse or end; all it acknowledged is there afterwards",
        arguments: ["no descriptors", "no memory"])
    func short(fault: String) throws {
        let folder = try TemporaryFolder()
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let process = try ChildProcess(
            URL(filePath: "/usr/bin/env"),
            ["python3", "-B", tests.appending(path: "ClusterFaults/short.py").path, fault],
            environment: ["LAUREL": BuiltProducts.executable("laurel").path, "TORTURE": folder.path])
        // Its server goes with it, whatever happens here.
        defer { process.end(with: SIGKILL) }
        let output = process.remainingOutput()
        #expect(process.wait() == 0, "\(output)")
    }
}
