import { usesSmartEncoding } from '../../model/accounts/account.js'
import { allowedNumbers, notAllowedAmong } from '../../model/accounts/destinations.js'
import { messageIdAt } from '../../model/broadcasts/message-id-at.js'
import { without } from '../../model/broadcasts/recipients.js'
import { parseAudience } from '../../model/schedules/audience.js'
import type { Violation } from '../../model/templates/content-policy.js'
import type { TemplateContent } from '../../model/templates/template-content.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { Range } from '../../values/field-rule.js'
import { parsePhoneNumber, type PhoneNumber } from '../../values/phone/phone-number.js'
import type { TextMeasure } from '../../values/text/text-segments.js'
import { todayIn } from '../../values/time/wall-clock.js'
import { renderSlice } from '../broadcasts/slice-texts.js'
import { resolveAudience } from '../filters/resolve-filter.js'
import { isBlocked } from '../templates/checked-renderer.js'
import { checkAudience } from '../audiences/check-audience.js'
import { chooseTexts } from '../templates/choose-texts.js'
import { requireTemplate } from '../templates/read-templates.js'
import { readNumbers, recipientsFrom, type ComposedRequest } from './composed-request.js'

/** The index of the first sample, among the recipients that may be texted. */
export const SAMPLE_OFFSET_RANGE: Range = { min: 0, max: 10_000 }
/** The maximum number of samples in one response. */
const SAMPLES_MAX = 20

export type SampleComposedInput = Omit<ComposedRequest, 'from' | 'mediaUrl'> & {
  readonly offset: number
  /** Only the text for this number, whether it is in the audience or not; null for those from `offset`. */
  readonly phone: string | null
}

/** The text that a contact would get. */
export type ComposedSample = {
  /** Counted from 0, in the order of the audience; null for a requested number. */
  readonly index: number | null
  readonly to: PhoneNumber
  readonly firstName: string | null
  readonly lastName: string | null
  /** Null if values of the contact, or smart encoding, make the text violate the content policy. */
  readonly text: (TextMeasure & { readonly body: string }) | null
  readonly blockedBy: Violation | null
  /** The media of the template's text; null without a template. */
  readonly mediaUrl: string | null
  /** The language of the template's text; null without a template, or if the template has no variants. */
  readonly language: string | null
}

/**
 * Shows the texts for a few real contacts: of groups in the order of their numbers, of entered numbers in the order of
 * the entries. Only those that may be texted are shown.
 */
export class SampleComposed {
  constructor(
    private readonly deps: {
      readonly unitOfWork: UnitOfWork
      readonly clock: Clock
      readonly ids: Ids
      readonly secrets: Secrets
    },
  ) {}

  execute(input: SampleComposedInput): Promise<readonly ComposedSample[]> {
    const { ids, clock, secrets, unitOfWork } = this.deps
    const { account, offset, phone } = input
    const id = ids.next('brc')
    const now = clock.now()
    return unitOfWork.run(async (stores) => {
      const content = await contentFor(stores, input)
      const phones = phone === null ? await recipientsFor(stores, input, now) : [parsePhoneNumber(phone)]
      if (phones.length === 0) return []
      const contacts = await stores.contacts.findAll(account.id, phones)
      const messages = phones.map((_, i) => messageIdAt(id, i))
      const { bodies, mediaUrls, variants } = await chooseTexts(stores, { account: account.id, content, phones })
      const smartEncoding = usesSmartEncoding(input)
      const draft = { account, zone: account.timezone, messages, phones, bodies, smartEncoding, now }
      const { texts } = await renderSlice(stores, secrets, draft)
      return phones.map((to, i) => {
        const one = texts[i]!
        const contact = contacts.get(to)
        return {
          index: phone === null ? offset + i : null,
          to,
          firstName: contact?.firstName ?? null,
          lastName: contact?.lastName ?? null,
          text: isBlocked(one) ? null : { body: one.text, ...one.measure },
          blockedBy: isBlocked(one) ? one.blockedBy : null,
          mediaUrl: mediaUrls[i]!,
          language: variants[i] ?? content.language?.default ?? null,
        }
      })
    })
  }
}

async function contentFor(
  stores: Stores,
  { account, body, template: id }: SampleComposedInput,
): Promise<TemplateContent> {
  if (id === undefined) return { body, mediaUrl: null, language: null }
  return (await requireTemplate(stores, { account, id })).content
}

async function recipientsFor(
  stores: Stores,
  { account, audience, offset }: SampleComposedInput,
  now: Date,
): Promise<readonly PhoneNumber[]> {
  const until = offset + SAMPLES_MAX
  const allowed = allowedNumbers(account.destinations)
  if (audience.kind !== 'numbers') {
    const parsed = parseAudience(audience)
    await checkAudience(stores, account.id, parsed)
    const resolved = await resolveAudience(stores, account.id, parsed, { now, today: todayIn(account.timezone, now) })
    return (await stores.audiences.first(account.id, resolved, { allowed, limit: until })).slice(offset)
  }
  const entered = recipientsFrom(readNumbers(audience.numbers))
  const recipients = without(entered, notAllowedAmong(account.destinations, entered.phones))
  const refused = await stores.consents.refused(account.id, recipients.phones)
  return without(recipients, refused).phones.slice(offset, until)
}
