-- Scores by random players: TOKENS (a file, one a line), PATHNAME; MODE "better" (always a new best), "mixed" (mostly
-- not better: one in 16 is), "batch" (100 in each request, mostly not better as well), or "low" (six digits each).
-- THREADS is how many wrk has, 2 unless it is given: each has players of its own, whose scores come in order.
--
-- Each score has an ID of its own, as GameKit's have: a UUID with this run, its thread and the score's number in it.
-- What differs between two requests is put between texts that were made before the run, so that the load generator
-- costs as little as it can.
local directory = debug.getinfo(1, "S").source:match("@(.*)/") or "."
dofile(directory .. "/report.lua")

local thread = 0
function setup(each)
    each:set("number", thread)
    thread = thread + 1
end

local mode = os.getenv("MODE") or "mixed"
local path = os.getenv("PATHNAME")
local OFTEN = 16
-- A new best has sixteen digits and grows with the time, so that a later run's are better: microseconds since 1970 when
-- the run began, and one more for each score. That is less than 2^53 until 2255. Other values have six digits.
local SHORT, LONG, STEP = string.rep("#", 6), string.rep("#", 16), string.rep("#", 12)
local tokens, base, step, id = {}, 0, 0, ""
local short, long, batches = {}, {}, {}

-- The texts before, between and after the marks, which come in this order.
local function split(text, marks)
    local pieces, from = {}, 1
    for index, mark in ipairs(marks) do
        local first, last = text:find(mark, from, true)
        pieces[index] = text:sub(from, first - 1)
        from = last + 1
    end
    pieces[#marks + 1] = text:sub(from)
    return pieces
end

local function one(value)
    local body = '{"value":' .. value .. ',"id":"' .. id .. '00-' .. STEP .. '"}'
    return split(wrk.format("POST", path, nil, body), { tokens[1], value, STEP })
end

-- A hundred scores. `values` and `steps` are where in `parts` each request has its own; the token is the second part.
local function hundred()
    local scores, marks = {}, { tokens[1] }
    for index = 1, 100 do
        local value = math.random(100000, 500000)
        if index % OFTEN == 0 then
            value = string.rep("#", 14) .. string.format("%02d", index)
            marks[#marks + 1] = string.rep("#", 14)
        end
        scores[index] = '{"leaderboard":"best","value":' .. value
            .. ',"id":"' .. id .. string.format("%02x", index) .. '-' .. STEP .. '"}'
        marks[#marks + 1] = STEP
    end
    local text = wrk.format("POST", path, nil, '{"scores":[' .. table.concat(scores, ",") .. ']}')
    local made = { parts = {}, values = {}, steps = {} }
    for index, piece in ipairs(split(text, marks)) do
        local parts, mark = made.parts, marks[index]
        parts[#parts + 1] = piece
        if mark then
            parts[#parts + 1] = mark
            if mark == STEP then
                made.steps[#made.steps + 1] = #parts
            elseif index > 1 then
                made.values[#made.values + 1] = #parts
            end
        end
    end
    return made
end

function init()
    math.randomseed(number + 1)
    local threads, index = tonumber(os.getenv("THREADS") or "2"), 0
    for line in io.lines(os.getenv("TOKENS")) do
        if index % threads == number then tokens[#tokens + 1] = line end
        index = index + 1
    end
    base = os.time() * 1e6
    local source = io.open("/dev/urandom", "rb")
    local run = source:read(8):gsub(".", function(byte) return string.format("%02x", byte:byte()) end)
    source:close()
    id = run:sub(1, 8) .. "-" .. run:sub(9, 12) .. "-4" .. run:sub(13, 15) .. "-8" .. string.format("%x", number % 16)
    wrk.headers["Authorization"] = "Bearer " .. tokens[1]
    if mode == "batch" then
        for each = 1, 16 do batches[each] = hundred() end
    else
        short, long = one(SHORT), one(LONG)
    end
end

function request()
    step = step + 1
    local token, number = tokens[math.random(#tokens)], string.format("%012x", step)
    if mode == "batch" then
        local made = batches[step % #batches + 1]
        local parts, value = made.parts, string.format("%.0f", base / 100 + step)
        parts[2] = token
        for _, index in ipairs(made.values) do parts[index] = value end
        for _, index in ipairs(made.steps) do parts[index] = number end
        return table.concat(parts)
    end
    if mode == "better" or mode == "mixed" and step % OFTEN == 0 then
        return long[1] .. token .. long[2] .. string.format("%.0f", base + step) .. long[3] .. number .. long[4]
    end
    return short[1] .. token .. short[2] .. math.random(100000, 500000) .. short[3] .. number .. short[4]
end
