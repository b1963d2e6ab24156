-- Ends of turns in matches of two: TOKENS is a file of lines "match version seat token token", PATHNAME the matches'
-- path. MODE makes the keys of this run its own. Each answer says which version the next turn is of.
local directory = debug.getinfo(1, "S").source:match("@(.*)/") or "."
dofile(directory .. "/report.lua")

local thread = 0
function setup(each)
    each:set("number", thread)
    thread = thread + 1
end

local path, run = os.getenv("PATHNAME"), os.getenv("MODE")
local matches, ready, first, last, step = {}, {}, 1, 0, 0
local data = string.rep("AAEC", 85)

local function push(match)
    last = last + 1
    ready[last] = match
end

function init()
    local index = 0
    for line in io.lines(os.getenv("TOKENS")) do
        local id, version, seat, one, other = line:match("(%S+) (%S+) (%S+) (%S+) (%S+)")
        if index % 2 == number then
            matches[id] = { id = id, version = version, seat = tonumber(seat), tokens = { one, other } }
            push(matches[id])
        end
        index = index + 1
    end
end

function request()
    local match = ready[first]
    if match then
        ready[first] = nil
        first = first + 1
    else
        -- One was refused, and counts as that: any other will do.
        local _
        _, match = next(matches)
    end
    step = step + 1
    local body = string.format('{"key":"%s%08x%016x","version":%s,"data":"%s","next":[%d]}',
        run, number, step, match.version, data, 1 - match.seat)
    wrk.headers["Authorization"] = "Bearer " .. match.tokens[match.seat + 1]
    wrk.headers["Content-Type"] = "application/json"
    return wrk.format("POST", path .. "/" .. match.id .. "/turns", nil, body)
end

function response(status, headers, body)
    local match = matches[body:match('"id":"([^"]+)"')]
    if not match then return end
    if status == 200 then
        match.version = body:match('"version":(%d+)')
        match.seat = 1 - match.seat
    end
    push(match)
end
