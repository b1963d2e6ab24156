import Foundation
import Glibc
import LaurelHTTPServer

/// What `laurel serve --check` and `laurel doctor` find out about where a server listens, how it encrypts and where it
/// writes, without changing anything.
struct ServingCheck {
    enum State { case fine, notice, wrong }

    let state: State
    let title: String
    var advice: String?

    /// Before this many seconds a renewal should have happened: certbot renews 30 days before the end.
    private static let renewalSeconds: Int64 = 14 * 86_400
    /// What a systemd unit needs for ports below 1024: the right, and leave to have it.
    static let portRight = "AmbientCapabilities=CAP_NET_BIND_SERVICE and CapabilityBoundingSet=CAP_NET_BIND_SERVICE"

    /// - Parameter now: seconds since 1970.
    static func certificate(_ files: TLSFiles, now: Int64) -> Self {
        let found: TLSExamination
        do throws(TLSFileError) { found = try TLSExamination(files) } catch {
            return Self(state: .wrong, title: "certificate: \(error)")
        }
        let title = "certificate: \(files.certificate), until \(day(found.ends))"
        if found.ends <= now {
            return Self(state: .wrong, title: title + ", which is over", advice: "Renew it: clients refuse it")
        }
        if found.begins > now {
            return Self(
                state: .wrong, title: "certificate: \(files.certificate) begins on \(day(found.begins))",
                advice: "Check the machine's clock; until then clients refuse it")
        }
        if found.ends - now < renewalSeconds {
            return Self(
                state: .notice, title: title, advice: "Renew it soon; see TLS without a proxy in docs/operating.md")
        }
        switch found.chain {
        case .ordered: return Self(state: .fine, title: title)
        case .selfSigned:
            return Self(
                state: .notice, title: title + ", signed by itself",
                advice: "Browsers warn of it and games refuse it, unless they were told to trust it")
        case .missing:
            return Self(
                state: .notice, title: title + ", without its chain",
                advice: "Add the certificates that lead to the authority (certbot's fullchain.pem)")
        case .disordered:
            return Self(
                state: .notice, title: title + ", in whose file a certificate isn't signed by the next",
                advice: "Put the server's first and its authority's behind it (certbot's fullchain.pem)")
        }
    }

    private static func day(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601.year().month().day())
    }

    /// Whether this machine has the address.
    ///
    /// - Parameter option: which it was given by.
    static func address(_ text: String, _ option: String = "--address") -> Self {
        // Other nodes can't connect to the address that means all of a machine's.
        let isForNodes = option == NodeAddress.option.name
        let title = isForNodes ? option : "address"
        guard IPAddress(text) != nil else {
            return Self(
                state: .wrong, title: "\(title): “\(text)” isn't an IP address",
                advice: "Give \(option) an address of this machine" + (isForNodes ? "" : ", or :: for all"))
        }
        switch bindingError(text) {
        case 0: return Self(state: .fine, title: "\(title): \(text)")
        case EADDRNOTAVAIL:
            return Self(
                state: .wrong, title: "\(title): this machine doesn't have \(text)",
                advice: isForNodes
                    ? "Run: ip address, and give \(option) an address from there and a port"
                    : "Run: ip address, or give \(option) :: for all")
        case let code:
            return Self(state: .wrong, title: "\(title): \(text): \(String(cString: strerror(code)))")
        }
    }

    private static func bindingError(_ text: String) -> Int32 {
        let isLong = text.contains(":")
        let descriptor = socket(isLong ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        let result: Int32
        if isLong {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            inet_pton(AF_INET6, text, &address.sin6_addr)
            result = withUnsafeBytes(of: &address) { bindTo($0, descriptor) }
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            inet_pton(AF_INET, text, &address.sin_addr)
            result = withUnsafeBytes(of: &address) { bindTo($0, descriptor) }
        }
        return result == 0 ? 0 : errno
    }

    private static func bindTo(_ address: UnsafeRawBufferPointer, _ descriptor: Int32) -> Int32 {
        guard let base = address.baseAddress else { return -1 }
        return bind(
            descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
    }

    /// Whether lines can be added to the log; the file may be still to come.
    static func log(_ target: String) -> Self {
        if ["stderr", "-", "none"].contains(target) { return Self(state: .fine, title: "log: \(target)") }
        var information = stat()
        if stat(target, &information) == 0 {
            if information.st_mode & S_IFMT == S_IFDIR {
                return Self(state: .wrong, title: "log: \(target) is a folder", advice: "Name a file with --log")
            }
            if access(target, W_OK) == 0 { return Self(state: .fine, title: "log: \(target)") }
            return Self(
                state: .wrong, title: "log: can't write \(target)", advice: "Run: sudo chown \(NSUserName()) \(target)")
        }
        let folder = URL(filePath: target).deletingLastPathComponent().path
        if access(folder, W_OK | X_OK) == 0 { return Self(state: .fine, title: "log: \(target) will be created") }
        return Self(
            state: .wrong, title: "log: can't create \(target)",
            advice: "Make the folder \(folder), and let \(NSUserName()) write there")
    }
}
