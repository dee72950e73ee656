import type { CarrierFinding, CheckOptions } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import type { HttpClient, HttpExchange } from '../http/exchange.js'
import { at, readJson, textAt } from '../http/read-json.js'
import { senderFindings, type ListedNumbers } from '../sender-findings.js'
import { BASE_URL, type TelnyxSettings } from './settings.js'

export type TelnyxCheck = CheckOptions & {
  readonly http: HttpClient
  readonly settings: TelnyxSettings
  readonly context: CarrierContext
}

type Read = (path: string) => Promise<HttpExchange>

/** One number takes about 1 KB of an answer, whose length is limited. */
const PAGE_SIZE = 100
const PAGES_MAX = 50
const NUMBERS_SHOWN_MAX = 5
/** More profiles than this are not checked. */
const PROFILES_MAX = 10

export async function checkTelnyx(check: TelnyxCheck): Promise<readonly CarrierFinding[]> {
  const end = performance.now() + check.deadlineMs
  const read: Read = (path) => check.http.exchange({ method: 'GET', path }, end - performance.now())
  const balance = await read('/balance')
  if (balance.kind !== 'answered') {
    const host = new URL(check.settings.baseUrl ?? BASE_URL).host
    return [{ subject: 'connection', state: 'bad', message: `Telnyx does not answer at ${host}` }]
  }
  const key = keyFinding(balance)
  if (key.state === 'bad') return [key]
  const [publicKey, numbers] = await Promise.all([publicKeyFinding(check, read), numberFindings(check, read)])
  return [key, publicKey, ...numbers]
}

function keyFinding(balance: Extract<HttpExchange, { kind: 'answered' }>): CarrierFinding {
  const subject = 'credentials'
  const { status } = balance
  if (status === 401) return { subject, state: 'bad', message: 'Telnyx does not know the apiKey' }
  if (status !== 200)
    return { subject, state: 'unknown', message: `Telnyx answered with status ${status} to the apiKey` }
  const data = at(readJson(balance.body), 'data')
  const credit = textAt(data, 'available_credit')
  const currency = textAt(data, 'currency') ?? ''
  const rest = credit === null ? '' : `; ${`${credit} ${currency}`.trim()} available`
  return { subject, state: 'good', message: `Telnyx accepts the apiKey${rest}` }
}

async function publicKeyFinding({ settings }: TelnyxCheck, read: Read): Promise<CarrierFinding> {
  const subject = 'credentials'
  const theirs = textAt(dataIn(await read('/public_key')), 'public')
  if (theirs === null)
    return { subject, state: 'unknown', message: 'Telnyx did not say whether the publicKey is right' }
  return theirs === settings.publicKey
    ? { subject, state: 'good', message: 'The publicKey is the one of the account' }
    : { subject, state: 'bad', message: 'The publicKey is not the one of the account: every webhook would be refused' }
}

/** What Telnyx says about the numbers, and about the profiles that they are assigned to. */
async function numberFindings(check: TelnyxCheck, read: Read): Promise<readonly CarrierFinding[]> {
  const { messagingProfileId: ours } = check.settings
  const list = await listNumbers(read, ours)
  if (list === null) {
    return [
      { subject: 'number', state: 'unknown', message: 'Telnyx did not list the numbers' },
      ...(ours === undefined ? [] : [await profileFinding(check, read, ours)]),
    ]
  }
  const { rows, isComplete } = list
  const without = rows.filter((row) => profileOf(row) === '').map(numberOf)
  const profiles = new Set(ours === undefined ? rows.map(profileOf).filter((id) => id !== '') : [ours])
  const findings = [...profiles].slice(0, PROFILES_MAX).map((id) => profileFinding(check, read, id))
  const able: ListedNumbers = { numbers: rows.filter((row) => profileOf(row) !== '').map(numberOf), isComplete }
  return [
    numberFinding(rows.length, without),
    ...(check.senders === undefined ? [] : senderFindings('Telnyx', check.senders, able)),
    ...lenient(await Promise.all(findings)),
  ]
}

type NumberRows = { readonly rows: readonly unknown[]; readonly isComplete: boolean }

/** The numbers of the account, or only of one profile; null if Telnyx does not list them. */
async function listNumbers(read: Read, profile: string | undefined): Promise<NumberRows | null> {
  const rows: unknown[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const query = new URLSearchParams({ 'page[number]': String(page), 'page[size]': String(PAGE_SIZE) })
    if (profile !== undefined) query.set('filter[messaging_profile_id]', profile)
    const exchange = await read(`/phone_numbers/messaging?${query}`)
    const data = dataIn(exchange)
    if (!Array.isArray(data)) return page === 1 ? null : { rows, isComplete: false }
    rows.push(...data)
    const pages = Number(exchange.kind === 'answered' ? textAt(readJson(exchange.body), 'meta', 'total_pages') : 0)
    if (page >= pages) return { rows, isComplete: true }
  }
  return { rows, isComplete: false }
}

function profileOf(row: unknown): string {
  return textAt(row, 'messaging_profile_id') ?? ''
}

function numberOf(row: unknown): string {
  return textAt(row, 'phone_number') ?? '?'
}

/** Other profiles of the account may belong to something else, so one that sends its texts here is enough. */
function lenient(findings: readonly CarrierFinding[]): readonly CarrierFinding[] {
  if (!findings.some(({ state }) => state === 'good')) return findings
  return findings.map((one) => (one.state === 'bad' ? { ...one, state: 'unknown' } : one))
}

/** A number without a profile may be for calls only, unless there is no other. */
function numberFinding(count: number, without: readonly string[]): CarrierFinding {
  const subject = 'number'
  const assigned = count - without.length
  if (assigned === 0) return { subject, state: 'bad', message: 'No number is assigned to a messaging profile' }
  if (without.length === 0) {
    return { subject, state: 'good', message: `${assigned} number(s) are assigned to a messaging profile` }
  }
  const more = without.length > NUMBERS_SHOWN_MAX ? ' and more' : ''
  const shown = without.slice(0, NUMBERS_SHOWN_MAX).join(', ') + more
  return { subject, state: 'unknown', message: `Without a messaging profile, and so without texts: ${shown}` }
}

async function profileFinding({ context }: TelnyxCheck, read: Read, id: string): Promise<CarrierFinding> {
  const subject = 'webhooks'
  const exchange = await read(`/messaging_profiles/${encodeURIComponent(id)}`)
  if (exchange.kind === 'answered' && exchange.status === 404) {
    return { subject, state: 'bad', message: `Telnyx does not know the messaging profile ${id}` }
  }
  const profile = dataIn(exchange)
  if (profile === undefined) {
    return { subject, state: 'unknown', message: `Telnyx did not show the messaging profile ${id}` }
  }
  const fault = profileFault(profile, context.inboundUrl)
  return fault === null
    ? { subject, state: 'good', message: `The messaging profile ${id} sends inbound texts here` }
    : { subject, state: 'bad', message: `The messaging profile ${id} ${fault}` }
}

function profileFault(profile: unknown, inboundUrl: string | null): string | null {
  const webhookUrl = textAt(profile, 'webhook_url') ?? ''
  const version = textAt(profile, 'webhook_api_version') ?? ''
  if (at(profile, 'enabled') === false) return 'is disabled'
  if (inboundUrl === null) return 'cannot send inbound texts here, because publicUrl is not set'
  if (webhookUrl !== inboundUrl) return `does not send inbound texts here: set its webhook URL to ${inboundUrl}`
  return version === '2' ? null : `uses version ${version || 'unknown'} of webhooks: set it to 2`
}

function dataIn(exchange: HttpExchange): unknown {
  if (exchange.kind !== 'answered' || exchange.status !== 200) return undefined
  return at(readJson(exchange.body), 'data')
}
