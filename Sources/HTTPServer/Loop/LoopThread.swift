import CLaurelLinux
import Glibc

/// Gives a loop its thread.
enum LoopThread {
    static func start(_ loop: EventLoop) {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(loop).toOpaque()
        // Kept out of any main.swift: there this closure would belong to the main actor, and trap on its thread.
        let result = pthread_create(
            &thread, nil,
            { argument in
                laurel_name_thread("http")
                guard let argument else { return nil }
                Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument)
        // Without a thread there is no server; the only cause is a lack of memory or of threads at the start.
        precondition(result == 0, "a loop's thread could not be made")
        pthread_detach(thread)
    }
}
