import Glibc

/// What a connection to a peer is told, so that a peer that vanished is noticed within seconds: one without power or
/// network acknowledges nothing, and says nothing either.
enum PeerSocket {
    /// - Returns: libcurl's `CURL_SOCKOPT_OK`. A kernel that doesn't know an option is no reason not to connect.
    static func setOptions(_ socket: Int32) -> Int32 {
        set(socket, TCP_KEEPCNT, PeerClient.keepAliveProbeCount)
        set(socket, TCP_USER_TIMEOUT, PeerClient.unacknowledgedMilliseconds)
        return 0
    }

    private static func set(_ socket: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(socket, Int32(IPPROTO_TCP), option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
