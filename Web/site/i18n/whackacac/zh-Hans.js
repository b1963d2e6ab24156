// Whack-a-Cac's own texts: Simplified Chinese. As i18n/games says.

export default {
    "whackacac.ghost": "对手 {slot}",
    "whackacac.combo": "连中 {slot}",
    "whackacac.day": "第 {slot} 天",
    "whackacac.rivalToGo": "距 {value} 还差 {slot}",
    "whackacac.rivalPassed": "超过了 {value}！",
    "whackacac.healed": "恢复一条命！",
    "whackacac.owl": "别打猫头鹰！",
    "whackacac.hint": "点击仙人掌，或按对应的字母键",
    "whackacac.hint.touch": "点击仙人掌",
    "whackacac.classic": "经典",
    "whackacac.timed": "计时模式",
    "whackacac.scored": "你得了 {a} 分！",
    "whackacac.points": "{a} 分",
    "whackacac.lasted": "你坚持了 {slot}！",
    "whackacac.lives": "生命耗尽。",
    "whackacac.left": "你离开了沙漠。",
    "whackacac.best": "最佳 {slot}",
};
