import Glibc

@testable import LaurelHTTPServer

/// One input: a plan, then what a client sends on one connection. scripts/fuzz runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let bytes, count > Plan.prefixBytes else { return 0 }
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    let plan = Plan(input[..<Plan.prefixBytes])
    let sent = input[Plan.prefixBytes...]

    let whole = outcome(plan, sent, .whole, 0)
    for (pieces, seed) in [(Plan.Pieces.single, 1), (.random, 2), (.random, 3)] {
        let split = outcome(plan, sent, pieces, UInt64(seed))
        if !plan.isWild { check(split == whole, "pieces give another outcome:\n\(whole)\n\(split)") }
    }
    return 0
}

private func outcome(
    _ plan: Plan, _ bytes: ArraySlice<UInt8>, _ pieces: Plan.Pieces, _ number: UInt64
) -> Client.Outcome {
    var client = Client(plan, seed: plan.seed &+ number)
    client.talk(bytes, pieces: pieces)
    var outcome = client.outcome
    // When 100 is said depends on how much of the body came along, as it must.
    outcome.received = without(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), outcome.received)
    client.close()
    return outcome
}

private func without(_ pattern: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { all in
        guard let start = all.baseAddress, let first = pattern.first else { return bytes }
        var kept: [UInt8] = []
        var at = 0
        var from = 0
        while let found = memchr(start + from, Int32(first), all.count - from) {
            let next = UnsafeRawPointer(found) - start
            guard all.count - next >= pattern.count, memcmp(found, pattern, pattern.count) == 0 else {
                from = next + 1
                continue
            }
            kept.append(contentsOf: all[at..<next])
            at = next + pattern.count
            from = at
        }
        kept.append(contentsOf: all[at...])
        return kept
    }
}

/// Writes the seeds and ends, when it is asked to: the requests of the tests, each with every plan.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    guard let folder = getenv("LAUREL_FUZZ_SEEDS") else { return 0 }
    let accepted = RefusalTable.accepted.map(\.bytes)
    let refused = RefusalTable.refused.map(\.bytes)
    var number = 0
    for options in 0..<UInt8(32) {
        var texts = [accepted.joined()]
        if options < 8 { texts += accepted + refused.filter { $0.utf8.count < 4_000 } }
        for text in texts {
            number += 1
            guard let file = fopen("\(String(cString: folder))/seed-\(number)", "w") else {
                stop("no folder for seeds")
            }
            let bytes = [options, 0, 0, UInt8(number >> 8), UInt8(number & 0xFF)] + Array(text.utf8)
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
        }
    }
    exit(0)
}
