const LENGTH_MAX = 300
/** Shorter secrets occur by chance. */
const SECRET_LENGTH_MIN = 4
/** International numbers, and others in the groups in which people write them. */
const PHONE_NUMBERS = /\+?\d{7,}|\+\d[\d ().-]{5,18}\d|\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}/g

/** What no message may show. */
export type Secrets = readonly (string | undefined)[]

/**
 * A carrier's own words for a failure message: without our secrets and phone numbers, in one short line that can be
 * stored. A carrier may repeat in them what it was sent.
 */
export function carrierText(text: string, secrets: Secrets): string {
  const line = spellingsOf(secrets)
    .reduce((shown, secret) => shown.replaceAll(secret, '…'), text)
    .replaceAll(PHONE_NUMBERS, '…')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const short = line.length > LENGTH_MAX ? `${line.slice(0, LENGTH_MAX)}…` : line
  // Half of a surrogate pair cannot be stored.
  return short.replaceAll(/\p{Surrogate}/gu, '\ufffd')
}

/** The longest first, because a shorter secret may be a part of it. */
function spellingsOf(secrets: Secrets): readonly string[] {
  const known = secrets.filter((secret) => secret !== undefined && secret.length >= SECRET_LENGTH_MIN)
  const all = known.flatMap((secret) => [secret!, encodeURIComponent(secret!.replaceAll(/\p{Surrogate}/gu, ''))])
  return [...new Set(all)].sort((a, b) => b.length - a.length)
}
