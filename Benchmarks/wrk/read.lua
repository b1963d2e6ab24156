-- One PATHNAME, read by random players (TOKENS, a file, one a line); without TOKENS by nobody in particular.
-- With TAGS (a file of lines "token tag player") each of them asks for the page that they have (If-None-Match). With
-- WATCH they take a new tag when they get another page: that costs wrk a look at each answer.
local directory = debug.getinfo(1, "S").source:match("@(.*)/") or "."
dofile(directory .. "/report.lua")

local thread = 0
function setup(each)
    each:set("number", thread)
    thread = thread + 1
end

local path = os.getenv("PATHNAME")
local tokens, tags, indexes = {}, {}, {}
local before, between, after

function init()
    math.randomseed(number + 1)
    local file = os.getenv("TAGS") or os.getenv("TOKENS")
    if not file then
        before = wrk.format("GET", path)
        return
    end
    for line in io.lines(file) do
        local token, tag, player = line:match("(%S+) ?(%S*) ?(%S*)")
        tokens[#tokens + 1] = token
        tags[#tokens] = tag
        if player ~= "" then indexes[player] = #tokens end
    end
    -- Texts that each request puts its token and its tag between.
    wrk.headers["Authorization"] = "Bearer " .. tokens[1]
    local text = wrk.format("GET", path)
    local first, last = text:find(tokens[1], 1, true)
    before, after = text:sub(1, first - 1), text:sub(last + 1)
    if os.getenv("TAGS") then between = "\r\nIf-None-Match: " end
end

function request()
    if not after then return before end
    local index = math.random(#tokens)
    if not between then return before .. tokens[index] .. after end
    return before .. tokens[index] .. between .. tags[index] .. after
end

if os.getenv("WATCH") then
    function response(status, headers, body)
        if status ~= 200 then return end
        local index = indexes[body:match('^{"local":{.-"id":"([^"]+)"')]
        if index then tags[index] = headers["ETag"] end
    end
end
