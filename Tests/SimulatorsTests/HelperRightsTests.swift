import Foundation
import LaurelHelperProcess
import LaurelProcess
import Testing

@Suite("Rights of helper processes", .timeLimit(.minutes(15))) struct HelperRightsTests {
    private let process = HelperProcess(
        executable: BuiltProducts.executable("SimulatorHost").path, patienceSeconds: 120, outputBytesLimit: 1_024)

    @Test("a process that was taken over may do nothing: what it tries kills it")
    func attempts() async throws {
        guard case .answered(let answer) = try await attempt("nothing") else {
            Issue.record("a process that tries nothing has no answer")
            return
        }
        #expect(answer == Array("done".utf8))
        let attempts = [
            "open", "write a file", "socket", "become a program", "start a program", "kill", "rename",
            "make a thread", "priority",
        ]
        for what in attempts {
            guard case .died(signal: SIGSYS) = try await attempt(what) else {
                Issue.record("\(what): it was not killed")
                continue
            }
        }
    }

    @Test("work that outlasts its time is given up where it may not go on, and goes on where it may")
    func overtime() async throws {
        let late = HelperProcess(executable: "/bin/cat", patienceSeconds: 120, outputBytesLimit: 1_024)
        let refused = try await onThread { late.exchange([], [1], overtime: Overtime(after: 0) { false }) }
        guard case .givenUp = refused else {
            Issue.record("it was not given up")
            return
        }
        let allowed = try await onThread { late.exchange([], [1], overtime: Overtime(after: 0) { true }) }
        guard case .answered([1]) = allowed else {
            Issue.record("it did not go on")
            return
        }
    }

    private func attempt(_ what: String) async throws -> HelperProcess.Outcome {
        try await onThread { [process] in process.exchange(["attempt", what], []) }
    }
}
