import type { CallerCheck, DescribedRequest, GatewayDescription } from './description.js'
import { placeholdersIn } from './language/template.js'
import { checkDescription } from './description-checks.js'

/** One line for each fault of a description; empty if it is a `GatewayDescription`. */
export function faultsOfGateway(description: unknown): readonly string[] {
  const faults = checkDescription(description, '')
  return faults.length > 0
    ? faults.map((line) => line.replace(/^: /, ''))
    : contradictionsIn(description as GatewayDescription)
}

/** What an operator should know about a description without faults: what it promises, and what it lacks. */
export function warningsOfGateway(description: GatewayDescription): readonly string[] {
  const { deduplicates = false, canBeAsked = false, submit, receipts, inbound } = description
  const checks = [receipts?.check, inbound?.check].filter((check) => check !== undefined)
  return [
    deduplicates &&
      'deduplicates: if an answer is lost, Carillon submits the text again with the same {{reference}}. If the gateway does not recognise it, people get the text twice.',
    canBeAsked &&
      'canBeAsked: if the gateway says that it has never seen a reference, Carillon submits the text again. If that is not true, people get the text twice.',
    receipts === undefined && 'receipts: not described, so nobody learns whether a text was delivered.',
    !canBeAsked &&
      receipts?.reference === undefined &&
      'receipts.reference: not described, so a text whose answer was lost stays without a result.',
    inbound !== undefined &&
      inbound.id === undefined &&
      (inbound.at === undefined
        ? 'inbound.id: not described, so the same text that comes again within five minutes counts as one text.'
        : 'inbound.id: not described, so the same text with the same time counts as one text; without a time, within five minutes.'),
    checks.some(isSecretInUrl) && 'check: the secret is a part of the URL, so it appears in the logs of all servers.',
    checks.some((check) => check.kind === 'hmac' && check.timestamp === undefined) &&
      'check: no timestamp is signed, so an old request can be repeated by anybody who has seen it.',
    isPlain(submit.url) && 'submit.url: http without TLS, so others can read the texts and the credentials.',
  ].filter((warning) => warning !== false)
}

function contradictionsIn(description: GatewayDescription): readonly string[] {
  const { deduplicates = false, canBeAsked = false, submit, ask, receipts } = description
  const sent = new Set(placeholdersOf(submit))
  const sendsReference =
    sent.has('reference') || (sent.has('receipt_url') && placeholdersIn(receipts?.query ?? '').includes('reference'))
  return [
    !sent.has('text') && !sent.has('text_hex') && 'submit: got no {{text}} and no {{text_hex}}, expected one of them',
    !sent.has('to') && !sent.has('to_digits') && 'submit: got no {{to}} and no {{to_digits}}, expected one of them',
    !submit.answers.some(({ outcome }) => outcome === 'taken') &&
      'submit.answers: got no rule with the outcome taken, expected at least one',
    deduplicates &&
      !sent.has('reference') &&
      'deduplicates: got true, expected a submission with {{reference}}, by which the gateway recognises it',
    canBeAsked && ask === undefined && 'canBeAsked: got true, expected a request described in ask',
    canBeAsked && !sent.has('reference') && 'canBeAsked: got true, expected a submission with {{reference}}',
    ask !== undefined && !canBeAsked && 'ask: got a request, expected canBeAsked: true with it',
    ask !== undefined && !placeholdersOf(ask).includes('reference') && 'ask: got no {{reference}}, expected it',
    receipts !== undefined &&
      receipts.reference === undefined &&
      receipts.id === undefined &&
      'receipts: got neither reference nor id, expected at least one of them',
    receipts?.reference !== undefined &&
      !sendsReference &&
      'receipts.reference: got a reference that the gateway never gets, expected {{reference}} in submit or receipts.query',
    sent.has('receipt_url') &&
      receipts === undefined &&
      'submit: got {{receipt_url}}, expected receipts to be described',
    ...(['receipts', 'inbound'] as const).map((name) => {
      const fault = description[name] !== undefined && hmacContradiction(description[name].check)
      return fault && `${name}.${fault}`
    }),
  ].filter((line) => line !== false)
}

function hmacContradiction(check: CallerCheck): string | false {
  if (check.kind !== 'hmac') return false
  const signed = placeholdersIn(check.signs ?? '{{body}}')
  if (!signed.includes('body') && !signed.includes('url')) return 'check.signs: got neither {{body}} nor {{url}}'
  const isTimed = check.timestamp !== undefined
  if (isTimed === signed.includes('timestamp')) return false
  return 'check: expected {{timestamp}} in signs and timestamp.header together, got one of them'
}

export function placeholdersOf({ url, query = {}, headers = {}, body = '' }: DescribedRequest): readonly string[] {
  return placeholdersIn([url, JSON.stringify([query, headers, body])].join(' '))
}

function isSecretInUrl({ kind }: CallerCheck): boolean {
  return kind === 'secret-in-path' || kind === 'secret-in-query'
}

function isPlain(url: string): boolean {
  return url.startsWith('http:') && !/^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/?]|$)/.test(url)
}
