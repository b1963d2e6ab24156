-- Scores by random players: TOKENS (a file, one a line), PATHNAME; MODE "mixed" (mostly not better), "better"
-- or "batch" (100 in each request).
local directory = debug.getinfo(1, "S").source:match("@(.*)/") or "."
dofile(directory .. "/report.lua")

local thread = 0
function setup(each)
    each:set("number", thread)
    thread = thread + 1
end

local requests, last, step = {}, 0, 0
local mode = os.getenv("MODE") or "mixed"
local path = os.getenv("PATHNAME")

function init()
    math.randomseed(number + 1)
    local tokens = {}
    for line in io.lines(os.getenv("TOKENS")) do tokens[#tokens + 1] = line end
    if mode == "batch" then
        for index = 1, 500 do
            wrk.headers["Authorization"] = "Bearer " .. tokens[math.random(#tokens)]
            local scores = {}
            for score = 1, 100 do
                scores[score] = '{"leaderboard":"best","value":' .. math.random(0, 500000) .. '}'
            end
            requests[index] = wrk.format("POST", path, nil, '{"scores":[' .. table.concat(scores, ",") .. ']}')
        end
    elseif mode == "mixed" then
        -- Made before the run, so that the load generator costs as little as it can.
        for index = 1, 20000 do
            wrk.headers["Authorization"] = "Bearer " .. tokens[math.random(#tokens)]
            requests[index] = wrk.format("POST", path, nil, '{"value":' .. math.random(0, 500000) .. '}')
        end
    else
        for index = 1, 4000 do
            wrk.headers["Authorization"] = "Bearer " .. tokens[math.random(#tokens)]
            requests[index] = { POST = wrk.format("POST", path, nil, '{"value":0000000000}') }
        end
    end
end

function request()
    last = last % #requests + 1
    if mode ~= "better" then return requests[last] end
    step = step + 1
    local value = string.format("%d", 1000000000 + step)
    return (requests[last].POST:gsub('0000000000', value))
end
