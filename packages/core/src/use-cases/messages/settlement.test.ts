import { after, aMessage, anAccount, ids, NOW } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import { MMS_PRICE } from '../../model/credits/price.js'
import { messageView } from '../../model/messages/message-view.js'
import type { Message } from '../../model/messages/message.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import { withoutNulls } from '../../values/collections.js'
import { failed, freesKey, settlementOf, unknownOutcome, type AttemptEnd } from './settlement.js'

const account = anAccount().id
const eventId = ids.next('evt')
const HOUR_S = 3_600
const HOURS_48_S = 48 * HOUR_S

const PROVIDERS = {
  deduplicates: { deduplicates: true, canBeAsked: false },
  'can be queried': { deduplicates: false, canBeAsked: true },
  'does both': { deduplicates: true, canBeAsked: true },
  'does neither': { deduplicates: false, canBeAsked: false },
} as const
type ProviderKind = keyof typeof PROVIDERS
const ALL = Object.keys(PROVIDERS) as ProviderKind[]
const CLEARING: ProviderKind[] = ['deduplicates', 'can be queried', 'does both']

const ACCEPTED: SubmissionOutcome = { kind: 'accepted', providerId: 'provider-1' }
const OPTED_OUT: SubmissionOutcome = { kind: 'refused', type: 'opted_out', message: 'Opted out' }
const REJECTED: SubmissionOutcome = { kind: 'refused', type: 'carrier_rejected', message: 'Spam' }
const TRY_LATER: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const UNKNOWN: SubmissionOutcome = { kind: 'unknown' }

/** The age of a message in seconds when its attempt ends. */
const AGES_S = { fresh: 0, 'nearly an hour old': HOUR_S - 0.001, 'an hour old': HOUR_S, older: HOUR_S + 60 }
type Age = keyof typeof AGES_S
const EVERY_AGE = Object.keys(AGES_S) as Age[]
const IN_TIME: Age[] = ['fresh', 'nearly an hour old']
const TOO_LATE: Age[] = ['an hour old', 'older']

type End = {
  readonly status: Message['status']
  readonly phase: Message['phase']
  readonly errorType: string | null
  readonly credits: 'captured' | 'released' | 'reserved'
  readonly job: 'later' | 'none'
  readonly key: 'kept for 48 hours' | 'kept' | 'freed'
  readonly events: readonly string[]
  readonly optOut: boolean
}

const SENT: End = {
  status: 'sent',
  phase: null,
  errorType: null,
  credits: 'captured',
  job: 'none',
  key: 'kept for 48 hours',
  events: ['message.sent'],
  optOut: false,
}
const FAILED: Omit<End, 'errorType'> = {
  status: 'failed',
  phase: null,
  credits: 'released',
  job: 'none',
  key: 'freed',
  events: ['message.failed'],
  optOut: false,
}
const WAITING: End = {
  status: 'queued',
  phase: 'waiting',
  errorType: null,
  credits: 'reserved',
  job: 'later',
  key: 'kept',
  events: [],
  optOut: false,
}
const IN_DOUBT: End = { ...WAITING, phase: 'submitting' }
const NEVER_KNOWN: End = { ...FAILED, errorType: 'unknown_outcome', key: 'kept for 48 hours' }

const RULES: readonly [SubmissionOutcome, readonly ProviderKind[], readonly Age[], End][] = [
  [ACCEPTED, ALL, EVERY_AGE, SENT],
  [OPTED_OUT, ALL, EVERY_AGE, { ...FAILED, errorType: 'opted_out', optOut: true }],
  [REJECTED, ALL, EVERY_AGE, { ...FAILED, errorType: 'carrier_rejected' }],
  [TRY_LATER, ALL, IN_TIME, WAITING],
  [TRY_LATER, ALL, TOO_LATE, { ...FAILED, errorType: 'provider_unavailable' }],
  [UNKNOWN, CLEARING, IN_TIME, IN_DOUBT],
  [UNKNOWN, CLEARING, TOO_LATE, NEVER_KNOWN],
  [UNKNOWN, ['does neither'], EVERY_AGE, NEVER_KNOWN],
]

const CASES = RULES.flatMap(([outcome, kinds, ages, end]) =>
  kinds.flatMap((kind) => ages.map((age) => ({ outcome, kind, age, end, name: nameOf(outcome) }))),
)

function nameOf(outcome: SubmissionOutcome): string {
  return outcome.kind === 'refused' ? outcome.type : outcome.kind
}

const keyed = () => aMessage({ account, cost: MMS_PRICE, idempotencyKey: 'order-1' })
const endOf = (ageS: number, kind: ProviderKind = 'deduplicates'): AttemptEnd => ({
  now: after(ageS),
  since: NOW,
  provider: PROVIDERS[kind],
  chance: 0.5,
  eventId,
})

test('the table has every outcome for every provider and every age exactly once', () => {
  const cases = CASES.map(({ name, kind, age }) => `${name} ${kind} ${age}`)
  expect(new Set(cases).size).toBe(cases.length)
  expect(cases).toHaveLength(5 * 4 * 4)
})

describe.each(CASES)('$name, from a provider that $kind, for a message that is $age', ({ outcome, kind, age, end }) => {
  const before = keyed()
  const { now, ...rest } = endOf(AGES_S[age], kind)
  const settlement = settlementOf(before, outcome, { now, ...rest })
  const { message } = settlement

  test(`leaves the message ${end.status}, ${end.phase ?? 'done'}, ${end.errorType ?? 'without an error'}`, () => {
    const { status, phase, failure, sentAt } = message
    expect({ status, phase, errorType: failure?.type ?? null }).toEqual({
      status: end.status,
      phase: end.phase,
      errorType: end.errorType,
    })
    expect(sentAt).toEqual(end.status === 'sent' ? now : null)
    expect(message.providerId).toBe(end.status === 'sent' ? 'provider-1' : null)
    const { id, attempt, createdAt, to, cost } = before
    expect(message).toMatchObject({ id, attempt, createdAt, to, cost, deliveredAt: null })
  })

  test(`leaves its credits ${end.credits}`, () => {
    const to = { captured: 'spent', released: 'available', reserved: null }[end.credits]
    const moved = settlement.entries.map(({ unit, from, to, amount }) => ({ unit, from, to, amount }))
    const whole = [
      { unit: 'sms', from: 'reserved', to, amount: 2 },
      { unit: 'mms', from: 'reserved', to, amount: 1 },
    ]
    expect(moved).toEqual(to === null ? [] : whole)
  })

  test(`schedules its job: ${end.job}`, () => {
    if (end.job === 'none') return expect(settlement.job).toBeNull()
    expect(settlement.job).toMatchObject({ kind: 'finish-message', payload: { message: before.id }, account })
    expect(settlement.job!.runAt.getTime()).toBeGreaterThan(now.getTime())
    expect(settlement.job!.runAt.getTime()).toBeLessThanOrEqual(after(HOUR_S).getTime())
  })

  test(`leaves its key ${end.key}`, () => {
    if (end.key === 'freed') return expect(settlement.key).toBe('freed')
    expect(settlement.key).toEqual({
      account,
      scope: 'message',
      key: 'order-1',
      target: before.id,
      answer: messageView(message),
      expiresAt: end.key === 'kept' ? null : after(AGES_S[age] + HOURS_48_S),
    })
    expect(freesKey(message)).toBe(false)
  })

  test(`emits ${end.events.join() || 'nothing'}, and records ${end.optOut ? 'the' : 'no'} opt-out`, () => {
    const events = end.events.map((type) => ({
      id: eventId,
      account,
      at: now,
      type,
      data: { message: withoutNulls(messageView(message)) },
    }))
    expect(settlement.events).toEqual(events)
    const optOut = { account, phone: before.to, sender: before.from, at: now }
    expect(settlement.optOut).toEqual(end.optOut ? optOut : null)
  })

  test('frees the key if and only if a repeat may send again', () => {
    expect(freesKey(message)).toBe(end.key === 'freed')
  })
})

describe('a message without a key', () => {
  test.each(CASES)('stores no key: $name, $kind, $age', ({ outcome, kind, age }) => {
    expect(settlementOf(aMessage({ account }), outcome, endOf(AGES_S[age], kind)).key).toBeNull()
  })
})

describe('the next try', () => {
  const nextTry = (outcome: SubmissionOutcome, { attempt = 1, ageS = 0 } = {}) => {
    const { job } = settlementOf(aMessage({ account, attempt }), outcome, endOf(ageS))
    return (job!.runAt.getTime() - after(ageS).getTime()) / 1_000
  }

  test('is delayed longer after each attempt', () => {
    const waits = [1, 2, 3, 4].map((attempt) => nextTry(TRY_LATER, { attempt }))
    expect(waits).toEqual([0.75, 1.5, 3, 6])
  })

  test('is not earlier than the provider requests', () => {
    expect(nextTry({ kind: 'try-later', afterMs: 30_000 })).toBe(30)
    expect(nextTry({ kind: 'try-later', afterMs: 1 })).toBe(0.75)
  })

  test('keeps the time of the first try if it differs from the time of creation', () => {
    const message = aMessage({ account, createdAt: after(-2 * HOUR_S) })
    const { job } = settlementOf(message, TRY_LATER, endOf(10))
    expect(job).toMatchObject({ payload: { message: message.id, sinceMs: NOW.getTime() } })
    expect(settlementOf(aMessage({ account }), TRY_LATER, endOf(10)).job!.payload).not.toHaveProperty('sinceMs')
  })

  test('is never later than an hour after the first try', () => {
    expect(nextTry({ kind: 'try-later', afterMs: 86_400_000 })).toBe(HOUR_S)
    expect(nextTry(TRY_LATER, { attempt: 20, ageS: HOUR_S - 10 })).toBe(10)
    expect(nextTry(UNKNOWN, { attempt: 20, ageS: HOUR_S - 10 })).toBe(10)
  })
})

test('a failure before the submission releases all credits and frees the key; a free message has no entries', () => {
  const end = { now: NOW, eventId }
  const failure = { type: 'opted_out_before_send', message: 'Opted out' } as const
  const settlement = failed({ ...keyed(), phase: 'waiting' }, failure, end)
  expect(settlement).toMatchObject({ key: 'freed', job: null, optOut: null, message: { status: 'failed', failure } })
  expect(settlement.entries.map(({ to, amount }) => [to, amount])).toEqual([
    ['available', 2],
    ['available', 1],
  ])
  expect(failed(aMessage({ account, cost: { sms: 0, mms: 0 } }), failure, end).entries).toEqual([])
})

test('an unknown outcome that cannot be resolved releases the credits and keeps the key for 48 hours', () => {
  const { message, key, entries } = unknownOutcome(keyed(), { now: NOW, eventId })
  expect(message.failure?.type).toBe('unknown_outcome')
  expect(key).toMatchObject({ target: message.id, answer: messageView(message), expiresAt: after(HOURS_48_S) })
  expect(entries.every(({ to }) => to === 'available')).toBe(true)
})

describe('the carriers that were tried', () => {
  const tried = (carrier: string, outcome: SubmissionOutcome['kind']) => ({ carrier, at: NOW, outcome })

  test('are kept in the order of the attempts, whatever the outcome is', () => {
    const message = aMessage({ account, tries: [tried('main', 'try-later')] })
    for (const outcome of [ACCEPTED, REJECTED, TRY_LATER, UNKNOWN]) {
      const tries = [tried('backup', 'try-later'), tried('main', outcome.kind)]
      const { message: after } = settlementOf(message, { ...outcome, tries }, endOf(0))
      expect(after.tries).toEqual([...message.tries, ...tries])
    }
  })

  test('are the newest 50', () => {
    const tries = Array.from({ length: 60 }, (_, i) => tried(`carrier-${i}`, 'try-later'))
    const { message } = settlementOf(aMessage({ account }), { ...TRY_LATER, tries }, endOf(0))
    expect(message.tries).toEqual(tries.slice(10))
  })
})
