import type { Account } from '../../model/accounts/account.js'
import { isTrackingLink, urlOf, type MessageLink } from '../../model/links/tracking-link.js'
import { previewedText, type PreviewedText } from '../../model/messages/preview.js'
import {
  compileBody,
  factsIn,
  linksIn,
  needsOf,
  needsRendering,
  type RenderedText,
} from '../../model/templates/compiled-body.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { MessageId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { todayIn } from '../../values/time/wall-clock.js'
import { checkedRendererOf, isBlocked, type BlockedText } from '../templates/checked-renderer.js'
import type { ChosenTexts } from '../templates/choose-texts.js'

/** The input for rendering the texts of many recipients, one text each. */
export type SliceDraft = {
  readonly account: Pick<Account, 'id' | 'compliance'>
  /** The time zone that determines the current date. */
  readonly zone: TimeZone
  readonly messages: readonly MessageId[]
  readonly phones: readonly PhoneNumber[]
  /** The bodies as submitted, which are usually all the same. */
  readonly bodies: readonly string[]
  readonly smartEncoding: boolean
  readonly now: Date
}

export type SliceTexts = {
  readonly texts: readonly (RenderedText | BlockedText)[]
  readonly messageLinks: readonly MessageLink[]
}

/** Fills in the merge tags for each recipient. Compiles each body once, and reads only the facts that the tags need. */
export async function renderSlice(stores: Stores, secrets: Secrets, draft: SliceDraft): Promise<SliceTexts> {
  const { account, zone, messages, phones, bodies, smartEncoding, now } = draft
  const different = [...new Set(bodies)]
  const candidates = [...new Set(different.flatMap(linksIn))].filter(isTrackingLink)
  const links =
    candidates.length === 0 ? new Set<string>() : await stores.trackingLinks.registered(account.id, candidates)
  const compiled = new Map(different.map((body) => [body, compileBody(body, { links })]))
  const needs = [...compiled.values()].map(needsOf)
  const contacts = needs.some(({ contact }) => contact)
    ? await stores.contacts.facts(account.id, phones, new Set([...compiled.values()].flatMap(factsIn)))
    : new Map<PhoneNumber, never>()
  const fields = needs.some(({ customFields }) => customFields) ? await stores.customFields.of(account.id) : []
  const context = { fields, today: todayIn(zone, now), smartEncoding }
  const renderers = new Map(
    [...compiled].map(([body, one]) => [body, checkedRendererOf(one, context, account.compliance)]),
  )
  const messageLinks: MessageLink[] = []
  const texts = messages.map((message, i) => {
    const urls = new Map<string, string>()
    const annotate = (link: string) => {
      const messageLink = { account: account.id, link, code: secrets.linkCodeOf(message, link), message }
      messageLinks.push(messageLink)
      urls.set(link, urlOf(messageLink))
      return urls.get(link)!
    }
    return renderers.get(bodies[i]!)!({
      contact: contacts.get(phones[i]!) ?? null,
      urlOf: (link) => urls.get(link) ?? annotate(link),
    })
  })
  return { texts, messageLinks }
}

/** The texts of the recipients whose text is allowed. */
export function allowedTexts(texts: SliceTexts['texts'], phones: readonly PhoneNumber[]): readonly PreviewedText[] {
  return texts.flatMap((one, i) => (isBlocked(one) ? [] : [previewedText(phones[i]!, one)]))
}

/** The variants of the recipients whose text is allowed. */
export function allowedVariants(texts: SliceTexts['texts'], chosen: ChosenTexts | null) {
  const variants = (chosen?.variants ?? []).filter((_, i) => !isBlocked(texts[i]!))
  return { variants, isIgnored: chosen?.isIgnored ?? false }
}

/** Whether any text may differ from its body; otherwise each recipient gets the body as submitted. */
export function needRendering(bodies: readonly string[], smart: Pick<SliceDraft, 'smartEncoding'>): boolean {
  return [...new Set(bodies)].some((body) => needsRendering(body, smart))
}
