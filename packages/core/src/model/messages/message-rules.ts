import { lengthOf, type FieldRule } from '../../values/field-rule.js'
import { canBePublic } from '../../values/text/public-host.js'
import { codePointsOf } from '../../values/text/text.js'
import { isIdempotencyKey } from '../idempotency/key.js'
import { SENDER_OR_POOL } from '../senders/pool.js'

export const MESSAGE_BODY_MAX = 640
const MEDIA_URL_MAX = 2_048
const PORT_MAX = 65_535

/** The rules for the fields of a send request, for every entry point. */
export const MESSAGE_FIELD_RULES = {
  from: SENDER_OR_POOL,
  body: lengthOf({ min: 0, max: MESSAGE_BODY_MAX }),
  mediaUrl: {
    holds: isMediaUrl,
    expected: `must be an absolute http or https URL of at most ${MEDIA_URL_MAX} characters, with a public host, and without a user name or password`,
  },
  idempotencyKey: {
    holds: isIdempotencyKey,
    expected: 'must have 2 to 100 characters, each a letter A-Z or a-z, a digit or one of @ - _ ) (',
  },
} satisfies Record<string, FieldRule>

/**
 * The host contains no merge tag, and the URL has no user or password. The rest is passed on unchanged: it may contain
 * letters of any script and the braces of a merge tag.
 */
const MEDIA_URL =
  /^https?:\/\/(?<host>\[[\da-f:.]+\]|[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*)(?::(?<port>\d{1,5}))?(?:[/?#][^\s\p{Cc}\p{Cs}]*)?$/iu

function isMediaUrl(text: string): boolean {
  if (codePointsOf(text) > MEDIA_URL_MAX) return false
  const { host, port = '0' } = MEDIA_URL.exec(text)?.groups ?? {}
  return host !== undefined && Number(port) <= PORT_MAX && canBePublic(host)
}
