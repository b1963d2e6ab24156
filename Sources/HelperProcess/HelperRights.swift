import CLaurelLinux
public import Glibc

/// The inside of a helper process: what it may still do, and its connection to the process that started it.
public enum HelperRights {
    /// With which the process ends where the kernel can't confine it.
    static let unconfinedStatus: Int32 = 3

    /// Three descriptors are open and no fourth can be: no file, no socket. No process can be started, no new right
    /// gained, and whatever calls the kernel for more than memory, these descriptors and its own end is killed.
    ///
    /// Where the kernel can't do that, the process ends here: hostile bytes are read confined or not at all.
    ///
    /// - Parameter cpuSeconds: then the kernel ends the process by SIGXCPU: SIGKILL would look like a want of memory.
    public static func giveUp(cpuSeconds: rlim_t, memoryBytes: rlim_t) {
        // The server's descriptors close by themselves at the start of another program; this is the second lock.
        for descriptor in 3..<Int32(1_024) { close(descriptor) }
        limit(RLIMIT_NOFILE, 3)
        limit(RLIMIT_CPU, cpuSeconds, atMost: cpuSeconds + 5)
        limit(RLIMIT_AS, memoryBytes)
        limit(RLIMIT_FSIZE, 0)
        limit(RLIMIT_CORE, 0)
        limit(__RLIMIT_NPROC, 0)
        if laurel_confine() != 0 { _exit(unconfinedStatus) }
    }

    private static func limit(_ resource: __rlimit_resource, _ value: rlim_t, atMost most: rlim_t? = nil) {
        var limits = rlimit(rlim_cur: value, rlim_max: most ?? value)
        setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
    }

    /// - Returns: nil when there is more than `limit`.
    public static func readAll(_ limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(0, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= limit else { return nil }
        }
    }

    /// - Returns: false when nobody reads.
    public static func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress.map { $0 + sent }, bytes.count - sent) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
