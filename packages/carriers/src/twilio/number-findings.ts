import type { CarrierFinding } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import type { NumberList, TwilioNumber } from './numbers.js'
import type { TwilioSettings } from './settings.js'

/** The number of wrong numbers that are each named. */
const NAMED_MAX = 10

/** What the numbers of the account say about inbound texts. Receipts need no check: each text names their URL. */
export function findingsOfNumbers(
  list: NumberList,
  settings: TwilioSettings,
  { inboundUrl }: CarrierContext,
): readonly CarrierFinding[] {
  if (list.kind !== 'listed') return [unlistedFinding(list, settings)]
  const { numbers, isComplete } = list
  const count = `${isComplete ? '' : 'at least '}${numbers.length}`
  const owned: CarrierFinding =
    numbers.length === 0
      ? { subject: 'number', state: 'unknown', message: 'The account has no phone number that can text' }
      : { subject: 'number', state: 'good', message: `Phone numbers of the account that can text: ${count}` }
  if (inboundUrl === null) {
    return [owned, webhooks('bad', 'No publicUrl is set, so Twilio can report neither receipts nor inbound texts')]
  }
  return [owned, ...webhookFindings(numbers, settings, inboundUrl)]
}

function unlistedFinding(list: Exclude<NumberList, { kind: 'listed' }>, { apiKey }: TwilioSettings): CarrierFinding {
  if (list.kind === 'no-answer') {
    return { subject: 'number', state: 'unknown', message: 'Twilio did not list the phone numbers in time' }
  }
  if (list.status === 401 && apiKey !== undefined) {
    return { subject: 'credentials', state: 'bad', message: 'Twilio does not accept apiKey and apiSecret' }
  }
  const message = `Twilio did not list the phone numbers: it answered with status ${list.status}`
  return { subject: 'number', state: 'unknown', message }
}

function webhookFindings(
  numbers: readonly TwilioNumber[],
  { messagingServiceSid }: TwilioSettings,
  inboundUrl: string,
): readonly CarrierFinding[] {
  if (messagingServiceSid !== undefined) {
    const message = `Check in Twilio's console that the Messaging Service sends inbound texts to ${inboundUrl}`
    return [webhooks('unknown', message)]
  }
  const checked = numbers.map((number) => webhookFinding(number, inboundUrl))
  const right = checked.filter(({ state }) => state === 'good').length
  // The other numbers of the account may belong to something else.
  const wrong = checked
    .filter(({ state }) => state !== 'good')
    .map((one): CarrierFinding => (right > 0 ? { ...one, state: 'unknown' } : one))
  const more = wrong.length - NAMED_MAX
  return [
    ...(right > 0 ? [webhooks('good', `Phone numbers that send inbound texts to ${inboundUrl}: ${right}`)] : []),
    ...wrong.slice(0, NAMED_MAX),
    ...(more > 0 ? [webhooks('unknown', `More phone numbers that do not send inbound texts there: ${more}`)] : []),
  ]
}

function webhookFinding(
  { number, smsUrl, smsMethod, hasApplication }: TwilioNumber,
  inboundUrl: string,
): CarrierFinding {
  if (hasApplication) {
    return webhooks('unknown', `${number} sends inbound texts to its application: check the URL in Twilio's console`)
  }
  if (smsUrl === null || !isSameUrl(smsUrl, inboundUrl)) {
    return webhooks('bad', `${number} sends inbound texts to ${shown(smsUrl)}, expected ${inboundUrl}`)
  }
  if (smsMethod !== null && smsMethod !== 'POST') {
    return webhooks('bad', `${number} sends inbound texts by ${smsMethod.slice(0, 10)}, expected POST`)
  }
  return webhooks('good', `${number} sends inbound texts to ${inboundUrl}`)
}

function webhooks(state: CarrierFinding['state'], message: string): CarrierFinding {
  return { subject: 'webhooks', state, message }
}

/** Ignores, for example, the standard port, and the fragment, which tells Twilio how to repeat a request. */
function isSameUrl(one: string, other: string): boolean {
  return URL.canParse(one) && withoutFragment(one) === withoutFragment(other)
}

function withoutFragment(url: string): string {
  const { href, hash } = new URL(url)
  return href.slice(0, href.length - hash.length)
}

/** Without user, password and query, which can contain a secret of another service. */
function shown(url: string | null): string {
  if (url === null) return 'nowhere'
  if (!URL.canParse(url)) return 'an invalid URL'
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
