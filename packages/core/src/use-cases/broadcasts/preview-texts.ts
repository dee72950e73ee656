import { CHUNK_LENGTH_MAX } from '../../model/broadcasts/chunk.js'
import { messageIdAt } from '../../model/broadcasts/message-id-at.js'
import { noTexts, withTexts, type TextsPreview } from '../../model/messages/preview.js'
import type { Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { allowedTexts, renderSlice, type SliceDraft } from './slice-texts.js'

export type PreviewTextsDeps = { readonly unitOfWork: UnitOfWork; readonly ids: Ids; readonly secrets: Secrets }

/** One body for all of these numbers. */
export type TextsDraft = Pick<SliceDraft, 'account' | 'zone' | 'smartEncoding' | 'now'> & {
  readonly body: string
  readonly phones: readonly PhoneNumber[]
}

/** The texts of these numbers, and how many of them violate the content policy. */
export type PreviewedTexts = TextsPreview & { readonly contentBlocked: number }

/** Renders the texts chunk by chunk, each in a separate unit of work, so that every unit of work is short. */
export async function previewTexts(
  { unitOfWork, ids, secrets }: PreviewTextsDeps,
  { body, phones, ...given }: TextsDraft,
): Promise<PreviewedTexts> {
  const id = ids.next('brc')
  let texts = noTexts(given)
  let contentBlocked = 0
  for (let from = 0; from < phones.length; from += CHUNK_LENGTH_MAX) {
    const some = phones.slice(from, from + CHUNK_LENGTH_MAX)
    const messages = some.map((_, i) => messageIdAt(id, from + i))
    const draft = { ...given, messages, phones: some, bodies: some.map(() => body) }
    const rendered = await unitOfWork.run((stores) => renderSlice(stores, secrets, draft))
    const allowed = allowedTexts(rendered.texts, some)
    texts = withTexts(texts, allowed)
    contentBlocked += some.length - allowed.length
  }
  return { ...texts, contentBlocked }
}
