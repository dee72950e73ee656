import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import type { SliceAttempt } from '../../model/broadcasts/chunk.js'
import { messageIdAt } from '../../model/broadcasts/message-id-at.js'
import { pick } from '../../model/broadcasts/recipients.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { needRendering, renderSlice, type SliceTexts } from '../broadcasts/slice-texts.js'
import { requestedBody, type Home } from '../broadcasts/slice.js'
import { isBlocked } from '../templates/checked-renderer.js'
import { chooseTexts, type ChosenTexts } from '../templates/choose-texts.js'
import type { CheckedRecipients } from './consent-gate.js'
import { withStops, type Stop } from './with-stops.js'

/** The recipients of a slice with their texts, and those stopped by an earlier check or by their text. */
export type WrittenTexts = Pick<SliceAttempt, 'indices' | 'texts' | 'mediaUrls' | 'stopped' | 'stoppedBy'>

export type WriteOptions = {
  readonly secrets: Secrets
  readonly home: Home
  /** The recipients after the checks that need no text. */
  readonly checked: CheckedRecipients
  readonly now: Date
}

/**
 * Renders the texts of the recipients who may get one. A recipient whose text violates the content policy is stopped; the
 * attempt stores this, so that every worker that continues it comes to the same result.
 */
export async function writeTexts(stores: Stores, { secrets, home, checked, now }: WriteOptions): Promise<WrittenTexts> {
  const { broadcast } = home
  const { allowed, ...stops } = checked
  const { chosen, bodies, rendered } = await renderTexts(stores, { secrets, home, indices: allowed, now })
  if (rendered === null) {
    return { indices: allowed, texts: chosen && bodies, ...mediaOf(broadcast, chosen), ...stops }
  }
  const { texts, messageLinks } = rendered
  if (messageLinks.length > 0) await stores.clicks.add(broadcast.account, messageLinks)
  const open = allowed.flatMap((index, i) => (isBlocked(texts[i]!) ? [] : [index]))
  const blocked = texts.flatMap((text, i): readonly Stop[] =>
    isBlocked(text) ? [{ index: allowed[i]!, by: text.blockedBy }] : [],
  )
  return {
    indices: open,
    texts: texts.flatMap((text) => (isBlocked(text) ? [] : [text.text])),
    ...mediaOf(broadcast, chosen && { mediaUrls: chosen.mediaUrls.filter((_, i) => !isBlocked(texts[i]!)) }),
    ...withStops(stops, blocked),
  }
}

type RenderOptions = Omit<WriteOptions, 'checked'> & { readonly indices: readonly number[] }

/** The texts of recipients before the content policy stops any; `rendered` is null if they get their bodies unchanged. */
export async function renderTexts(
  stores: Stores,
  { secrets, home, indices, now }: RenderOptions,
): Promise<RenderedTexts> {
  const { broadcast, chunk } = home
  const chosen = await chosenTexts(stores, home, indices)
  const bodies = chosen?.bodies ?? indices.map((index) => requestedBody(home, index))
  if (!needRendering(bodies, broadcast)) return { chosen, bodies, rendered: null }
  const account = (await stores.accounts.find(broadcast.account))!
  const zone = broadcast.timezone ?? account.timezone
  const messages = indices.map((index) => messageIdAt(broadcast.id, chunk.firstPosition + index))
  const phones = pick(chunk.recipients.phones, indices)
  const { smartEncoding } = broadcast
  const draft = { account, zone, messages, phones, bodies, smartEncoding, now }
  return { chosen, bodies, rendered: await renderSlice(stores, secrets, draft) }
}

export type RenderedTexts = {
  readonly chosen: ChosenTexts | null
  readonly bodies: readonly string[]
  readonly rendered: SliceTexts | null
}

/** The texts of the template's variants for these recipients. Null if the broadcast has no variants. */
async function chosenTexts(
  stores: Stores,
  { broadcast, chunk }: Home,
  indices: readonly number[],
): Promise<ChosenTexts | null> {
  const { account, body, mediaUrl, template } = broadcast
  if (!template?.language) return null
  const content = { body: body ?? '', mediaUrl, language: template.language }
  return chooseTexts(stores, { account, content, phones: pick(chunk.recipients.phones, indices) })
}

function mediaOf({ mediaUrl }: Broadcast, chosen: Pick<ChosenTexts, 'mediaUrls'> | null) {
  if (chosen === null || chosen.mediaUrls.every((url) => url === mediaUrl)) return {}
  return { mediaUrls: chosen.mediaUrls }
}
