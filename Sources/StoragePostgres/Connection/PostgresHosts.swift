import CLaurelPostgres
import Glibc

/// The places that an address names, each with what libpq is to be told to connect to it alone.
///
/// libpq tries them in turn. It gives up on a silent one when `connect_timeout` is over, but only where it blocks.
struct PostgresHosts {
    typealias Host = [(name: String, value: String)]

    /// At least one.
    let all: [Host]

    /// Resolves names, and blocks as long as that takes.
    init(of server: String) {
        let options = Self.options(of: server)
        func list(_ name: String) -> [String] {
            options[name]?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
        }
        let (hosts, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        var all: [Host] = []
        for index in 0..<max(hosts.count, addresses.count) {
            let host = index < hosts.count ? hosts[index] : ""
            let given = index < addresses.count ? addresses[index] : ""
            // One port is for all.
            let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
            let found = given.isEmpty && Self.isName(host) ? Self.addresses(of: host) : [given]
            for address in found.isEmpty ? [""] : found {
                all.append([("host", host), ("hostaddr", address), ("port", port)])
            }
        }
        // None is named: libpq's own default.
        self.all = all.isEmpty ? [[]] : all
    }

    /// For the operator.
    static func name(_ host: Host) -> String {
        func value(_ name: String) -> String { host.first { $0.name == name }?.value ?? "" }
        let server = [value("host"), value("hostaddr")].first { !$0.isEmpty } ?? "the default server"
        return value("port").isEmpty ? server : "\(server):\(value("port"))"
    }

    private static func options(of server: String) -> [String: String] {
        var found: [String: String] = [:]
        guard let options = PQconninfoParse(server, nil) else { return found }
        defer { PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { found[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return found
    }

    /// And not the folder of a socket, or nothing at all.
    private static func isName(_ host: String) -> Bool {
        guard let first = host.first else { return false }
        return first != "/" && first != "@"
    }

    private static func addresses(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var next = list
        while let info = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let failure = getnameinfo(
                info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            if failure == 0 { addresses.append(text.withUnsafeBufferPointer { Self.text($0) }) }
            next = info.ai_next
        }
        return addresses
    }

    private static func text(_ characters: UnsafeBufferPointer<CChar>) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
