import Foundation
import Glibc
import LaurelCryptography
import LaurelImages
import LaurelProviders
import LaurelSimulators
import LaurelStoragePostgres
import LaurelStorageSQLite

extension Command {
    /// Checks this machine and suggests fixes.
    static let doctor = Command(
        name: ["doctor"], summary: "Check this machine and suggest fixes",
        options: [
            .data, OptionSources.option, StoreLocation.option, StoreLocation.fileOption,
            CommandOption("--port", "N", "Port the server will use (default: 8080)"),
            WasmtimeOption.option,
            BreachedPasswordOption.option,
            KeyFile.option, ProviderFile.option,
            TLSOptions.certificate, TLSOptions.key, TLSOptions.redirectPort, TLSOptions.webroot,
            CommandOption("--address", "ADDRESS", "Address the server will listen on (default: 127.0.0.1)"),
            CommandOption("--log", "FILE", "Log the server will write: a path, stderr or none (default: stderr)"),
        ] + ServiceChecks.options,
        examples: [
            "laurel doctor", "laurel doctor --data /var/lib/laurel --port 443",
            "laurel doctor --config /etc/laurel/laurel.env", "laurel doctor --store postgres://laurel@db/laurel",
        ],
        isConfigured: true
    ) { invocation in
        let port = try invocation.number("--port", in: 0...65_535, default: 8080)
        let tls = encryption(invocation)
        let checks =
            Diagnosis(
                data: DataFolder.path(invocation), location: try StoreLocation(invocation),
                ports: [UInt16(port)] + tls.ports,
                wasmtime: WasmtimeOption.find(invocation["--wasmtime"]),
                breachedPasswords: invocation["--breached-passwords"],
                providers: invocation[ProviderFile.option.name],
                keyFile: KeyFile(named: invocation["--key-file"], folder: DataFolder.path(invocation)),
                serving: [
                    .address(invocation["--address"] ?? "127.0.0.1"), .log(invocation["--log"] ?? "stderr"),
                ] + tls.checks
            ).run() + (await ServiceChecks(invocation).run())
        for check in checks {
            Terminal.say("\(check.mark) \(check.title)")
            if let advice = check.advice { Terminal.say("    \(advice)") }
        }
        let wrong = checks.filter { $0.state == .wrong }.count
        if wrong > 0 { throw Failure("\(wrong) of \(checks.count) checks failed", status: 1) }
    }
}

/// What is wrong with the options together is a finding, too.
///
/// - Returns: what is found, and the ports that the server uses beside `--port`.
private func encryption(_ invocation: Invocation) -> (checks: [ServingCheck], ports: [UInt16]) {
    do throws(Failure) {
        let options = try TLSOptions(invocation)
        guard let files = options.files else { return ([], []) }
        let now = Int64(Date().timeIntervalSince1970)
        return ([.certificate(files, now: now)], options.redirectPort.map { [$0] } ?? [])
    } catch {
        return ([ServingCheck(state: .wrong, title: "TLS: \(error.message)")], [])
    }
}

/// Looks at the machine without changing it.
struct Diagnosis {
    enum State { case fine, notice, wrong }

    struct Check {
        let state: State
        let title: String
        var advice: String?

        var mark: String {
            switch state {
            case .fine: "✓"
            case .notice: "!"
            case .wrong: "✗"
            }
        }
    }

    let data: String
    let location: StoreLocation
    /// On which the server will listen.
    let ports: [UInt16]
    /// Nil if none was found.
    let wasmtime: String?
    /// Nil: none.
    let breachedPasswords: String?
    /// Nil: none.
    let providers: String?
    let keyFile: KeyFile
    /// About where it listens and what it writes.
    let serving: [ServingCheck]

    func run() -> [Check] {
        let first: [Check] = [descriptors(), folder(), keys()] + store() + serving.map(Check.init) + [space()]
        let last = [clock(), passwords(), providerFile(), fonts(), simulators(), browser()]
        return first + ports.map(portCheck) + last
    }

    /// Looks for a password that every such list has.
    private func passwords() -> Check {
        guard let breachedPasswords else {
            return Check(state: .fine, title: "breached passwords: no list (optional: --breached-passwords FILE)")
        }
        let title = "breached passwords: \(breachedPasswords)"
        do {
            let isWhole = try BreachedPasswordFile(path: breachedPasswords).contains("password")
            if isWhole { return Check(state: .fine, title: title) }
            return Check(
                state: .notice, title: title + " doesn't have “password”",
                advice: "It may be incomplete. Download it again, unless it is a list of your own")
        } catch let error as BreachedPasswordFile.Invalid {
            return Check(
                state: .wrong, title: "\(title) can't be used: \(BreachedPasswordOption.reason(error))",
                advice: "Download it again: docs/operating.md, Breached passwords")
        } catch {
            return Check(state: .wrong, title: "\(title) can't be read: \(error)", advice: "Download it again")
        }
    }

    /// Whether the providers answer is seen when somebody signs in.
    private func providerFile() -> Check {
        guard let providers else {
            return Check(state: .fine, title: "sign-in with others: none (optional: --providers FILE)")
        }
        do throws(Failure) {
            let names = try ProviderFile(at: providers).providers.map(\.name)
            return Check(state: .fine, title: "sign-in with others: \(names.joined(separator: ", "))")
        } catch {
            return Check(
                state: .wrong, title: "sign-in with others: \(error.message)",
                advice: "See docs/operating.md, Sign in with others")
        }
    }

    /// Each event stream holds one descriptor; ten thousand players need more than most shells allow.
    private func descriptors() -> Check {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        if limit.rlim_max >= 65_536 { return Check(state: .fine, title: "open files: up to \(limit.rlim_max)") }
        return Check(
            state: .notice, title: "open files: up to \(limit.rlim_max), which limits how many players can be online",
            advice: "For more, run ulimit -n 65536, or set LimitNOFILE=65536 in the systemd unit")
    }

    /// Another user's folder is a server's: to take it away from that one would stop it.
    private static func owner(of folder: String) -> String? {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_uid != geteuid(), let entry = getpwuid(status.st_uid) else {
            return nil
        }
        return String(cString: entry.pointee.pw_name)
    }

    private func folder() -> Check {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: data, isDirectory: &isFolder) else {
            guard let obstacle = DataFolder.obstacle(to: data) else {
                return Check(state: .fine, title: "data folder: \(data) will be created on first start")
            }
            return Check(
                state: .wrong, title: "data folder: \(data) isn't there and can't be created (\(obstacle))",
                advice: "Give another folder with --data, or create it for this user: sudo install -d -m 700 -o "
                    + "\(Terminal.quoted(NSUserName())) \(Terminal.quoted(data))")
        }
        guard isFolder.boolValue else {
            return Check(state: .wrong, title: "data folder: \(data) is a file", advice: "Give a folder with --data")
        }
        guard access(data, R_OK | W_OK | X_OK) == 0 else {
            return Check(
                state: .wrong, title: "data folder: \(data) isn't writable by this user",
                advice: Self.owner(of: data).map { "Run this as its owner: sudo -u \($0) laurel doctor --data \(data)" }
                    ?? "Give a folder of this user's with --data")
        }
        switch StoreFolder.audience(of: data) {
        case .everybodyWrites(let mode):
            return Check(
                state: .wrong, title: "data folder: every user can write to \(data) (mode \(String(mode, radix: 8)))",
                advice: "The server refuses it. \(closing)")
        case .others(let mode):
            return Check(
                state: .notice, title: "data folder: other users can get into \(data) (mode \(String(mode, radix: 8)))",
                advice: closing)
        case .ownerAlone, nil: break
        }
        var lock = stat()
        if lstat(data + "/laurel.lock", &lock) == 0, lock.st_mode & S_IFMT != S_IFREG {
            return Check(
                state: .wrong, title: "data folder: \(data)/laurel.lock isn't a plain file",
                advice: "The server refuses it. Run: rm \(data)/laurel.lock")
        }
        return Check(state: .fine, title: "data folder: \(data)")
    }

    /// How others are kept out of the data folder.
    private var closing: String {
        StoreFolder.isShared(data)
            ? "It isn't there for one server alone: give the server a folder of its own with --data"
            : "Run: chmod 700 \(data)"
    }

    private func keys() -> Check {
        let keyring: Keyring?
        do throws(Failure) { keyring = try keyFile.read() } catch {
            return Check(state: .wrong, title: "key file: \(error.message)")
        }
        // A file beside a store that is elsewhere isn't used.
        let isHere = location.isFolder && !StoreLocation.isElsewhere(data)
        let used = isHere ? StoreCondition.sealingKeys(in: data, .reading) : nil
        let missing = (used ?? []).subtracting(keyring?.keys.map(\.id) ?? []).sorted().joined(separator: ", ")
        guard missing.isEmpty else {
            return Check(
                state: .wrong,
                title:
                    "key file: \(keyFile.path) \(keyring == nil ? "isn't there" : "is another store's"), and secrets "
                    + "in the store are sealed with key \(missing)",
                advice: "Put the file back, or name it with --key-file. If it's lost for good: laurel secrets forget"
                    + DataFolder.option(data))
        }
        if let keyring {
            let keys = keyring.keys.count == 1 ? "1 key" : "\(keyring.keys.count) keys"
            return Check(
                state: .fine, title: "key file: \(keyFile.path), \(keys); keep a copy of it elsewhere")
        }
        guard access(DataFolder.store(in: data), F_OK) == 0 else {
            guard let obstacle = keyFile.obstacle else {
                return Check(state: .fine, title: "key file: \(keyFile.path) will be created on first start")
            }
            return Check(
                state: .wrong, title: "key file: \(keyFile.path) isn't there and can't be created (\(obstacle))")
        }
        return Check(
            state: .notice, title: "key file: \(keyFile.path) isn't there",
            advice: "If the store has no sealed secrets yet, the next start creates it; otherwise put it back")
    }

    private func store() -> [Check] {
        switch location {
        case .postgres(let address): PostgresFinding.all(at: address).map(Check.init)
        case .folder where StoreLocation.isElsewhere(data):
            [
                Check(
                    state: .notice, title: "store: in PostgreSQL, which wasn't checked",
                    advice: "Name it: laurel doctor --store URL --data \(data)")
            ]
        case .folder: [folderStore()]
        }
    }

    /// All of it is read: some seconds for a gigabyte.
    private func folderStore() -> Check {
        switch StoreCondition.find(in: data) {
        case .none: return Check(state: .fine, title: "store: none yet")
        case .sound(0): return Check(state: .fine, title: "store: sound, and still empty")
        case .sound(let rows):
            return Check(
                state: .fine, title: "store: sound; all \(rows) rows of the journal are as they were written")
        case .damaged(let reason):
            return Check(
                state: .wrong, title: "store: damaged (\(reason))",
                advice: "Restore a backup: laurel restore --replace --from FILE --data \(data)")
        case .refused(let reason): return Check(state: .wrong, title: "store: \(reason)")
        }
    }

    private func space() -> Check {
        let folder = DataFolder.nearest(to: data)
        var information = statvfs()
        guard statvfs(folder, &information) == 0 else {
            return Check(state: .notice, title: "free space: unknown")
        }
        let free = UInt64(information.f_bavail) &* UInt64(information.f_frsize) / (1 << 20)
        if free >= 1_024 { return Check(state: .fine, title: "free space: \(free / 1_024) GiB") }
        guard location.isFolder else {
            return Check(
                state: .notice, title: "free space: \(free) MiB in the data folder",
                advice: "It needs room for snapshots of the leaderboards and for the log")
        }
        guard free > 0 else {
            return Check(
                state: .wrong, title: "free space: none, the disk is full",
                advice: "Free some space: until then the server refuses every score with 503")
        }
        return Check(
            state: .wrong, title: "free space: \(free) MiB",
            advice: "A million scores take about 140 MiB, and replays come on top")
    }

    private func portCheck(_ port: UInt16) -> Check {
        guard port != 0 else { return Check(state: .fine, title: "port: each start chooses a free one") }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if bound == 0 { return Check(state: .fine, title: "port \(port): free") }
        if errno == EACCES {
            // The server may have a right that this command lacks: systemd gives it to the unit alone.
            return Check(
                state: .notice, title: "port \(port): needs a right that this command doesn't have",
                advice: "Fine if the server's systemd unit has \(ServingCheck.portRight). Otherwise add both, or use a "
                    + "port above 1023 behind a proxy")
        }
        return Check(
            state: .notice, title: "port \(port): in use",
            advice: "Fine if that's your own server; otherwise choose another")
    }

    private func clock() -> Check {
        // 2025-01-01: no build of this program is older.
        guard time(nil) > 1_735_689_600 else {
            return Check(state: .wrong, title: "clock: in the past", advice: "Run: sudo timedatectl set-ntp true")
        }
        return Check(state: .fine, title: "clock: plausible")
    }

    /// For the pictures of shared scores.
    private func fonts() -> Check {
        let (latin, chinese) = CardFonts.writes
        if latin, chinese { return Check(state: .fine, title: "fonts: found, for images of shared scores") }
        return Check(
            state: .notice,
            title: latin
                ? "fonts: none for Chinese, so images of shared scores leave it out"
                : "fonts: none, so images of shared scores have no text",
            advice: "Run: sudo apt-get install fonts-dejavu-core fonts-droid-fallback")
    }

    /// Compiles and plays a module of a few bytes, in the process that uploaded ones are played in.
    private func simulators() -> Check {
        let helpers = SimulatorHelpers(executable: Composition.ownExecutable, library: wasmtime)
        guard let trouble = helpers.trouble() else {
            return Check(state: .fine, title: "wasmtime: found, for uploaded simulators")
        }
        return Check(
            state: .notice, title: "wasmtime: not working, so uploaded simulators can't run (\(trouble))",
            advice: "Run: scripts/wasmtime, or give a version 50 library with --wasmtime PATH or LAUREL_WASMTIME=PATH")
    }

    /// Only the tests need one.
    private func browser() -> Check {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let found = folders.contains { access("\($0)/chromium", X_OK) == 0 }
        if found { return Check(state: .fine, title: "Chromium: found, for the tests") }
        return Check(
            state: .notice, title: "Chromium: not found (only the tests need it)",
            advice: "Run: sudo apt-get install chromium chromium-driver")
    }
}

extension Diagnosis.Check {
    init(_ check: ServingCheck) {
        state =
            switch check.state {
            case .fine: .fine
            case .notice: .notice
            case .wrong: .wrong
            }
        (title, advice) = (check.title, check.advice)
    }

    init(_ finding: PostgresFinding) {
        state =
            switch finding.weight {
            case .fine: .fine
            case .notice: .notice
            case .losesCommits, .wrong: .wrong
            }
        (title, advice) = (finding.title, finding.advice)
    }
}
