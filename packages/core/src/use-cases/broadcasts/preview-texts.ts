import { CHUNK_LENGTH_MAX } from '../../model/broadcasts/chunk.js'
import { messageIdAt } from '../../model/broadcasts/message-id-at.js'
import {
  NONE_CHOSEN,
  noTexts,
  withTexts,
  withVariants,
  type ChosenVariants,
  type PreviewedText,
  type TextsPreview,
} from '../../model/messages/preview.js'
import type { TemplateContent } from '../../model/templates/template-content.js'
import type { Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { chooseTexts } from '../templates/choose-texts.js'
import { allowedTexts, allowedVariants, renderSlice, type SliceDraft } from './slice-texts.js'

export type PreviewTextsDeps = { readonly unitOfWork: UnitOfWork; readonly ids: Ids; readonly secrets: Secrets }

/** One content for all of these numbers. */
export type TextsDraft = Pick<SliceDraft, 'account' | 'zone' | 'smartEncoding' | 'now'> & {
  readonly content: TemplateContent
  readonly phones: readonly PhoneNumber[]
}

/** The texts of these numbers, whose text violates the content policy, and which variants the others are. */
export type PreviewedTexts = TextsPreview & {
  readonly blocked: readonly PhoneNumber[]
  readonly chosen: ChosenVariants
}

/** Renders the texts chunk by chunk, each in a separate unit of work, so that every unit of work is short. */
export async function previewTexts(
  { unitOfWork, ids, secrets }: PreviewTextsDeps,
  { content, phones, ...given }: TextsDraft,
): Promise<PreviewedTexts> {
  const id = ids.next('brc')
  let texts = noTexts(given)
  const blocked: PhoneNumber[] = []
  let chosen = NONE_CHOSEN
  for (let from = 0; from < phones.length; from += CHUNK_LENGTH_MAX) {
    const some = phones.slice(from, from + CHUNK_LENGTH_MAX)
    const messages = some.map((_, i) => messageIdAt(id, from + i))
    const { rendered, variants } = await unitOfWork.run(async (stores) => {
      const texts = await chooseTexts(stores, { account: given.account.id, content, phones: some })
      const draft = { ...given, messages, phones: some, bodies: texts.bodies }
      const { texts: rendered } = await renderSlice(stores, secrets, draft)
      return { rendered, variants: allowedVariants(rendered, texts) }
    })
    const allowed = allowedTexts(rendered, some)
    chosen = withVariants(chosen, variants)
    texts = withTexts(texts, allowed)
    blocked.push(...blockedAmong(some, allowed))
  }
  return { ...texts, blocked, chosen }
}

/** The numbers that got no text. */
export function blockedAmong(
  phones: readonly PhoneNumber[],
  allowed: readonly PreviewedText[],
): readonly PhoneNumber[] {
  if (allowed.length === phones.length) return []
  const texted = new Set(allowed.map(({ to }) => to))
  return phones.filter((phone) => !texted.has(phone))
}
