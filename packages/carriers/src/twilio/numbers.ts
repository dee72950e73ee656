import type { HttpClient } from '../http/exchange.js'
import { at, readJson, textAt } from '../http/read-json.js'
import { authorizationOf } from './credentials.js'
import type { TwilioSettings } from './settings.js'

/** A number of the account, as far as texts are concerned. */
export type TwilioNumber = {
  readonly number: string
  /** Where Twilio sends inbound texts; null if nowhere. */
  readonly smsUrl: string | null
  readonly smsMethod: string | null
  /** An application has its own URL, and takes precedence. */
  readonly hasApplication: boolean
}

export type NumberList =
  | { readonly kind: 'listed'; readonly numbers: readonly TwilioNumber[]; readonly isComplete: boolean }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'no-answer' }

/** One number takes about 2 KB of an answer, whose length is limited. */
const PAGE_SIZE = 50
const PAGES_MAX = 20

/** The numbers of the account that can text, page by page. */
export async function listNumbers(http: HttpClient, settings: TwilioSettings, budgetMs: number): Promise<NumberList> {
  const endsAt = performance.now() + budgetMs
  const list = `/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}/IncomingPhoneNumbers.json`
  const headers = { authorization: authorizationOf(settings), accept: 'application/json' }
  const numbers: TwilioNumber[] = []
  let path: string | null = `${list}?PageSize=${PAGE_SIZE}`
  for (let page = 0; page < PAGES_MAX && path !== null; page++) {
    const exchange = await http.exchange({ method: 'GET', path, headers }, endsAt - performance.now())
    if (exchange.kind !== 'answered') return { kind: 'no-answer' }
    const answer = readJson(exchange.body)
    const found = at(answer, 'incoming_phone_numbers')
    if (exchange.status !== 200 || !Array.isArray(found)) return { kind: 'refused', status: exchange.status }
    numbers.push(...found.filter((one) => at(one, 'capabilities', 'sms') !== false).map(numberOf))
    path = nextPageIn(answer, list)
  }
  return { kind: 'listed', numbers, isComplete: path === null }
}

function nextPageIn(answer: unknown, list: string): string | null {
  const next = textAt(answer, 'next_page_uri')
  return next?.startsWith(`${list}?`) ? next : null
}

function numberOf(one: unknown): TwilioNumber {
  return {
    number: textAt(one, 'phone_number') ?? '',
    smsUrl: textAt(one, 'sms_url') || null,
    smsMethod: textAt(one, 'sms_method'),
    hasApplication: Boolean(textAt(one, 'sms_application_sid')),
  }
}
