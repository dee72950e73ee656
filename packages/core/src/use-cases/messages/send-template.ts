import { withMedia } from '../../model/templates/template-content.js'
import { isTemplateId, type Template } from '../../model/templates/template.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { isPhoneNumber } from '../../values/phone/phone-number.js'
import { chooseTexts } from '../templates/choose-texts.js'
import type { SendRequest } from './check-send.js'

/** A request with the text to send. */
export type WithText<R extends SendRequest> = R & {
  /** Where the text is from; null for the body of the request. */
  readonly used: ChosenTemplate | null
}

/** `variant` and `isIgnored` are as in `ChosenTexts`. */
export type ChosenTemplate = {
  readonly template: Template
  readonly variant: string | null
  readonly isIgnored: boolean
}

type TextStores = Pick<Stores, 'templates' | 'contacts' | 'customFields'>

/** The request with the text that its template has for the recipient. Null if the account does not have the template. */
export async function textOfTemplate<R extends SendRequest>(
  stores: TextStores,
  request: R,
): Promise<WithText<R> | null> {
  const { account, to, template: id } = request
  if (id === undefined) return { ...request, used: null }
  const template = isTemplateId(id) ? await stores.templates.find(account.id, id) : null
  if (template === null) return null
  const content = withMedia(template.content, request.mediaUrl)
  // A number that is none is refused later, and has no contact.
  const phones = isPhoneNumber(to) ? [to] : []
  const { bodies, mediaUrls, variants, isIgnored } = await chooseTexts(stores, { account: account.id, content, phones })
  const { body, mediaUrl } = phones.length === 0 ? content : { body: bodies[0]!, mediaUrl: mediaUrls[0]! }
  return { ...request, body, mediaUrl, used: { template, variant: variants[0] ?? null, isIgnored } }
}
