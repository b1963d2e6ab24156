// What this browser is called in the list of sessions, so that its owner knows it again.

const browsers = [[/Edg\//, "Edge"], [/OPR\//, "Opera"], [/Firefox\/|FxiOS\//, "Firefox"],
    [/SamsungBrowser\//, "Samsung Internet"], [/Chrome\/|CriOS\/|Chromium\//, "Chrome"], [/Safari\//, "Safari"]];
const systems = [[/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/CrOS/, "ChromeOS"],
    [/Mac OS X/, "Mac"], [/Windows/, "Windows"], [/Linux/, "Linux"]];

const first = (list, text) => list.find(([pattern]) => pattern.test(text))?.[1];

/** Such as "Firefox, Linux"; undefined for a browser that tells nothing. @returns {string | undefined} */
export function deviceName(agent = navigator.userAgent) {
    const name = [first(browsers, agent), first(systems, agent)].filter(Boolean).join(", ");
    return name === "" ? undefined : name;
}
