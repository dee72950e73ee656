const LENGTH_MAX = 300

/** A carrier's own words for a failure message: without our secrets, without phone numbers, and in one short line. */
export function carrierText(text: string, secrets: readonly (string | undefined)[]): string {
  const known = secrets.filter((secret) => secret !== undefined && secret !== '') as readonly string[]
  const line = known
    .reduce((shown, secret) => shown.replaceAll(secret, '…'), text)
    .replaceAll(/\+?\d{7,15}/g, '…')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length > LENGTH_MAX ? `${line.slice(0, LENGTH_MAX)}…` : line
}
