import Glibc

/// Holds many idle event streams. Prints `open` once every stream has said something, waits for a line on its input,
/// prints `heard` once every stream has said something more, and ends with the next line.
enum Hold {
    static func run(port: UInt16, count: Int) {
        var sockets: [Int32] = []
        for _ in 0..<count { sockets.append(open(port)) }
        for socket in sockets { waitUntilReady(socket) }
        print("open")
        fflush(nil)
        _ = readLine()
        // Every stream gets one event before the end.
        for socket in sockets { waitUntilReady(socket) }
        print("heard")
        fflush(nil)
        _ = readLine()
    }

    private static func open(_ port: UInt16) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if connected != 0 { fail("connect") }
        let request = Array("GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".utf8)
        if write(descriptor, request, request.count) != request.count { fail("write") }
        return descriptor
    }

    /// Reads until an event has arrived: the head of the answer may come with it or before.
    private static func waitUntilReady(_ socket: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var seen: [UInt8] = []
        let mark = Array("data: ".utf8)
        while true {
            let count = read(socket, &buffer, buffer.count)
            if count <= 0 { fail("read") }
            seen += buffer.prefix(count)
            if seen.firstRange(of: mark) != nil { return }
        }
    }

    private static func fail(_ call: String) -> Never {
        print("\(call) failed with error \(errno)")
        exit(1)
    }
}
