import Dispatch

/// Watches the device's folder: another program may sign a player in or out there, as `laurel sign-in` does.
///
/// Linux tells at once, so that a program with a run loop needs no frames. Elsewhere, and where the kernel has no watch
/// left, frames look (``Laurel/update()``).
// SAFETY: immutable; a Dispatch source may be used on any thread.
final class DeviceWatch: @unchecked Sendable {
    #if os(Linux)
        private let source: any DispatchSourceRead

        /// - Parameters:
        ///   - path: of the folder, which exists.
        ///   - changed: called on a thread of its own after a file there was replaced.
        /// - Returns: nil if the kernel can't watch.
        init?(_ path: String, changed: @escaping @Sendable () -> Void) {
            let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            guard inotify_add_watch(descriptor, path, UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)) >= 0 else {
                close(descriptor)
                return nil
            }
            source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: DispatchQueue(label: "laurel.gamekit.watch"))
            source.setEventHandler {
                // What happened doesn't matter, only that something did.
                var events = [UInt8](repeating: 0, count: 4_096)
                while read(descriptor, &events, events.count) > 0 {}
                changed()
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }

        deinit { source.cancel() }
    #else
        init?(_ path: String, changed: @escaping @Sendable () -> Void) { nil }
    #endif
}
