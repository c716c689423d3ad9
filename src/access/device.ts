/** A pattern of the user agent, and the name of what it matches. */
type NamedPattern = Readonly<{ pattern: RegExp; name: string }>

/** The first match counts, because most browsers also name others. */
const BROWSERS: readonly NamedPattern[] = [
  { pattern: /\bEdg(e|A|iOS)?\//, name: 'Edge' },
  { pattern: /\bOPR\//, name: 'Opera' },
  { pattern: /\bSamsungBrowser\//, name: 'Samsung Internet' },
  { pattern: /\b(Firefox|FxiOS)\//, name: 'Firefox' },
  { pattern: /\b(Chrome|Chromium|CriOS)\//, name: 'Chrome' },
  { pattern: /\bSafari\//, name: 'Safari' },
]
/** The first match counts, because Android also names Linux. */
const SYSTEMS: readonly NamedPattern[] = [
  { pattern: /\biPhone\b/, name: 'iPhone' },
  { pattern: /\biPad\b/, name: 'iPad' },
  { pattern: /\bAndroid\b/, name: 'Android' },
  { pattern: /\bWindows\b/, name: 'Windows' },
  { pattern: /\bMacintosh\b/, name: 'Mac' },
  { pattern: /\bCrOS\b/, name: 'ChromeOS' },
  { pattern: /\bLinux\b/, name: 'Linux' },
]

/** Returns a German name of browser and system from a user agent: `Firefox auf Windows`. */
export function deviceName(userAgent: string): string {
  const browser = firstMatch(BROWSERS, userAgent)
  const system = firstMatch(SYSTEMS, userAgent)
  if (browser && system) return `${browser} auf ${system}`
  return browser ?? system ?? 'Unbekanntes Gerät'
}

function firstMatch(patterns: readonly NamedPattern[], userAgent: string): string | undefined {
  return patterns.find(({ pattern }) => pattern.test(userAgent))?.name
}
