-- One line a run: requests a second, p50 and p99 in milliseconds, and answers that were not 2xx.
function done(summary, latency)
    local errors = summary.errors
    io.write(string.format("RESULT\t%.0f\t%.2f\t%.2f\t%d\t%d\n",
        summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1000, latency:percentile(99) / 1000,
        errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
