import type { CarrierFinding, CheckOptions } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import type { HttpClient } from '../http/exchange.js'
import { readJson, textAt } from '../http/read-json.js'
import { accountAuthorizationOf } from './credentials.js'
import { findingsOfNumbers } from './number-findings.js'
import { senderFindings, type ListedNumbers } from '../sender-findings.js'
import { listNumbers, type NumberList } from './numbers.js'
import type { TwilioSettings } from './settings.js'

/** Reads the account and its numbers, which costs nothing. */
export async function checkTwilio(
  http: HttpClient,
  settings: TwilioSettings,
  context: CarrierContext,
  { deadlineMs, senders }: CheckOptions,
): Promise<readonly CarrierFinding[]> {
  const startedAt = performance.now()
  const account = await checkAccount(http, settings, deadlineMs)
  if (account.state === 'bad') return [account]
  const listed = await listNumbers(http, settings, deadlineMs - (performance.now() - startedAt))
  return [
    account,
    ...findingsOfNumbers(listed, settings, context),
    ...(listed.kind !== 'listed' || senders === undefined ? [] : senderFindings('Twilio', senders, numbersOf(listed))),
  ]
}

function numbersOf({ numbers, isComplete }: Extract<NumberList, { kind: 'listed' }>): ListedNumbers {
  return { numbers: numbers.map(({ number }) => number), isComplete }
}

/**
 * The token is checked even if an API key authenticates all other requests, because it checks the signatures. Most keys
 * may not read the account, so it is read with the token.
 */
async function checkAccount(http: HttpClient, settings: TwilioSettings, deadlineMs: number): Promise<CarrierFinding> {
  const request = {
    method: 'GET' as const,
    path: `/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}.json`,
    headers: { authorization: accountAuthorizationOf(settings), accept: 'application/json' },
  }
  const exchange = await http.exchange(request, deadlineMs)
  if (exchange.kind !== 'answered') {
    return { subject: 'connection', state: 'bad', message: 'Twilio cannot be reached' }
  }
  const credentials = (state: CarrierFinding['state'], message: string) =>
    ({ subject: 'credentials', state, message }) as const
  if (exchange.status === 401 || exchange.status === 403 || exchange.status === 404) {
    return credentials('bad', 'Twilio does not accept accountSid and authToken')
  }
  const status = textAt(readJson(exchange.body), 'status')
  if (exchange.status !== 200 || status === null) {
    return credentials('unknown', `Twilio answered with status ${exchange.status}`)
  }
  if (status !== 'active') return credentials('bad', `The account at Twilio is ${status.slice(0, 50)}, expected active`)
  return credentials('good', 'Twilio accepts accountSid and authToken, and the account is active')
}
