/// Lets others run until something is so, or the test has run out of time.
public func wait(until condition: () -> Bool) async { while !Task.isCancelled, !condition() { await Task.yield() } }
