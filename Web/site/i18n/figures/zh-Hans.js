// 图表的中文文本。

export default {
    "figures.numbers": "显示数字",
    "figures.day": "日期",
    "figures.values": "数值",
    "figures.range": "{from} 至 {to}",
    "figures.said": "{where} · {what}",
    "figures.named": "{name}：{value}",
    "figures.and": "，",
};
