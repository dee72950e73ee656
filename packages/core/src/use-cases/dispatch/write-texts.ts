import type { SliceAttempt, StopReason } from '../../model/broadcasts/chunk.js'
import { messageIdAt } from '../../model/broadcasts/message-id-at.js'
import { pick } from '../../model/broadcasts/recipients.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { needRendering, renderSlice } from '../broadcasts/slice-texts.js'
import { requestedBody, type Home } from '../broadcasts/slice.js'
import { isBlocked } from '../messages/checked-renderer.js'
import type { ConsentResult } from './consent-gate.js'

/** The recipients of a slice with their texts, and those stopped by the consent check or by their text. */
export type WrittenTexts = Pick<SliceAttempt, 'indices' | 'texts' | 'stopped' | 'stoppedBy'>

export type WriteOptions = {
  readonly secrets: Secrets
  readonly home: Home
  readonly consent: ConsentResult
  readonly now: Date
}

/**
 * Renders the texts of the recipients with consent. A recipient whose text violates the content policy is stopped; the
 * attempt stores this, so that every worker that continues it comes to the same result.
 */
export async function writeTexts(stores: Stores, { secrets, home, consent, now }: WriteOptions): Promise<WrittenTexts> {
  const { broadcast, chunk } = home
  const { allowed, ...stops } = consent
  const bodies = allowed.map((index) => requestedBody(home, index))
  if (!needRendering(bodies)) return { indices: allowed, texts: null, ...stops }
  const account = (await stores.accounts.find(broadcast.account))!
  const zone = broadcast.timezone ?? account.timezone
  const messages = allowed.map((index) => messageIdAt(broadcast.id, chunk.firstPosition + index))
  const phones = pick(chunk.recipients.phones, allowed)
  const { texts, messageLinks } = await renderSlice(stores, secrets, { account, zone, messages, phones, bodies, now })
  if (messageLinks.length > 0) await stores.clicks.add(account.id, messageLinks)
  const open = allowed.flatMap((index, i) => (isBlocked(texts[i]!) ? [] : [index]))
  const blocked = texts.flatMap((text, i) => (isBlocked(text) ? [{ index: allowed[i]!, stop: text.blockedBy }] : []))
  return {
    indices: open,
    texts: texts.flatMap((text) => (isBlocked(text) ? [] : [text.text])),
    ...(blocked.length === 0 ? stops : withBlocked(stops, blocked)),
  }
}

type Stops = Pick<SliceAttempt, 'stopped' | 'stoppedBy'>

function withBlocked(
  { stopped, stoppedBy = [] }: Stops,
  blocked: readonly { index: number; stop: StopReason }[],
): Stops {
  return {
    stopped: [...stopped, ...blocked.map(({ index }) => index)],
    stoppedBy: [...stoppedBy, ...blocked.map(({ stop }) => stop)],
  }
}
