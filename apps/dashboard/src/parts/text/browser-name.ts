/** What a browser calls itself, as people know it: "Firefox on Windows". */
export function browserOf(userAgent: string | null | undefined): string {
  if (!userAgent) return 'A browser'
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'A browser'
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return system === undefined ? browser : `${browser} on ${system}`
}

/** Nearly every browser also claims to be another one, so the order counts. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
]

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]
