import Glibc
import LaurelHelperProcess
import LaurelSimulators

/// Simulators' helper process and a trial of its confinement: built in a moment, for the tests of the modules.
@main struct SimulatorHost {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        switch words.first {
        case SimulatorHelper.command: exit(SimulatorHelper.run(Array(words.dropFirst())))
        case "attempt": exit(attempt(words.last ?? ""))
        default: exit(2)
        }
    }

    /// Gives up all rights, then does what a program that took the process over would do.
    private static func attempt(_ what: String) -> Int32 {
        // What a process of Swift's needs once is there before.
        _ = HelperRights.write([])
        let nothing: [UnsafeMutablePointer<CChar>?] = [nil]
        HelperRights.giveUp(cpuSeconds: 5, memoryBytes: 1 << 30)
        switch what {
        case "nothing": break
        case "open": _ = open("/etc/passwd", O_RDONLY)
        case "write a file": _ = creat("/tmp/laurel-attempt", 0o600)
        case "socket": _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        case "become a program": _ = execve("/bin/true", nothing, nothing)
        case "start a program":
            var process: pid_t = 0
            _ = posix_spawn(&process, "/bin/true", nil, nil, nothing, nothing)
        case "kill": _ = kill(1, 0)
        case "rename": _ = rename("/tmp/laurel-attempt", "/tmp/laurel-attempt-2")
        case "make a thread":
            var thread = pthread_t()
            pthread_create(&thread, nil, { _ in nil }, nil)
        case "priority": _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 0)
        default: return 2
        }
        return HelperRights.write(Array("done".utf8)) ? 0 : 1
    }
}
