import type { Account } from '../../model/accounts/account.js'
import { isTrackingLink, urlOf, type MessageLink } from '../../model/links/tracking-link.js'
import { compileBody, linksIn, needsOf, type RenderedText } from '../../model/templates/compiled-body.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { MessageId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { todayIn } from '../../values/time/wall-clock.js'
import { checkedRendererOf, isBlocked, type BlockedText } from '../templates/checked-renderer.js'

/** A body to render, and its recipient. */
export type Draft = {
  readonly account: Account
  readonly message: MessageId
  readonly to: PhoneNumber
  readonly body: string
  readonly smartEncoding: boolean
  readonly now: Date
}

/** The body as its recipient gets it, and the message links in it. */
type RenderedBody = RenderedText & { readonly messageLinks: readonly MessageLink[] }

/** Fills in the merge tags of one message's body. Reads only the data that the tags need. */
export async function renderBody(
  { contacts, customFields, trackingLinks }: Pick<Stores, 'contacts' | 'customFields' | 'trackingLinks'>,
  secrets: Secrets,
  { account: { id: account, timezone, compliance }, message, to, body, smartEncoding, now }: Draft,
): Promise<RenderedBody | BlockedText> {
  const candidates = linksIn(body).filter(isTrackingLink)
  const links = candidates.length === 0 ? new Set<string>() : await trackingLinks.registered(account, candidates)
  const compiled = compileBody(body, { links })
  const needs = needsOf(compiled)
  const contact = needs.contact ? await contacts.find(account, to) : null
  const fields = needs.customFields ? await customFields.of(account) : []
  const annotate = (link: string) => ({ account, link, code: secrets.linkCodeOf(message, link), message })
  const messageLinks = new Map([...links].map((link) => [link, annotate(link)]))
  const render = checkedRendererOf(compiled, { fields, today: todayIn(timezone, now), smartEncoding }, compliance)
  const rendered = render({ contact, urlOf: (link) => urlOf(messageLinks.get(link)!) })
  if (isBlocked(rendered)) return rendered
  return { ...rendered, messageLinks: [...messageLinks.values()] }
}
