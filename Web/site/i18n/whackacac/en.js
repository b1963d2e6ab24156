// Whack-a-Cac's own texts: English. As i18n/games says.

export default {
    "whackacac.ghost": "Challenger {slot}",
    "whackacac.combo": "{slot} in a row",
    "whackacac.day": "Day {slot}",
    "whackacac.rivalToGo": "{slot} to {value}",
    "whackacac.rivalPassed": "Passed {value}!",
    "whackacac.healed": "A life back!",
    "whackacac.owl": "Not the owl!",
    "whackacac.hint": "Click the cacti, or press their key",
    "whackacac.hint.touch": "Tap the cacti",
    "whackacac.classic": "Classic",
    "whackacac.timed": "Timed mode",
    "whackacac.scored.one": "You scored 1 point!",
    "whackacac.scored": "You scored {a} points!",
    "whackacac.points.one": "1 point",
    "whackacac.points": "{a} points",
    "whackacac.lasted": "You lasted {slot}!",
    "whackacac.lives": "Out of lives.",
    "whackacac.left": "You left the desert.",
    "whackacac.best": "Best {slot}",
};
