-- Two lines a run: requests a second, p50 and p99 in milliseconds, answers that were no success, what broke, and p99.9;
-- and how many answers came, of how many bytes on average.
function done(summary, latency)
    local errors = summary.errors
    io.write(string.format("RESULT\t%.0f\t%.2f\t%.2f\t%d\t%d\t%.2f\n",
        summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1000, latency:percentile(99) / 1000,
        errors.status, errors.connect + errors.read + errors.write + errors.timeout, latency:percentile(99.9) / 1000))
    io.write(string.format("ANSWERS\t%d\t%.1f\n", summary.requests, summary.bytes / math.max(1, summary.requests)))
end
