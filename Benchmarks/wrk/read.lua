-- One PATHNAME, read by random players (TOKENS); without TOKENS by nobody in particular.
local directory = debug.getinfo(1, "S").source:match("@(.*)/") or "."
dofile(directory .. "/report.lua")

local thread = 0
function setup(each)
    each:set("number", thread)
    thread = thread + 1
end

local requests, last = {}, 0
function init()
    math.randomseed(number + 1)
    local path, file = os.getenv("PATHNAME"), os.getenv("TOKENS")
    if not file then
        requests[1] = wrk.format("GET", path)
        return
    end
    local tokens = {}
    for line in io.lines(file) do tokens[#tokens + 1] = line end
    for index = 1, 20000 do
        wrk.headers["Authorization"] = "Bearer " .. tokens[math.random(#tokens)]
        requests[index] = wrk.format("GET", path)
    end
end

function request()
    last = last % #requests + 1
    return requests[last]
end
