import { ANN, BOB, ids, NOW } from '@carillon/contracts'
import type { SmsProvider, Submission, SubmissionOutcome } from '@carillon/core'
import { SimulationClock } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { CarrierRouter } from './carrier-router.js'
import type { Route } from './route.js'

const FROM = '+12025550199'
const BRIT = '+447400123456'
const accepted = (providerId: string): SubmissionOutcome => ({ kind: 'accepted', providerId })
const UNREACHABLE: SubmissionOutcome = { kind: 'try-later', afterMs: null, because: 'unreachable' }
const THROTTLED: SubmissionOutcome = { kind: 'try-later', afterMs: 3_000, because: 'throttled' }
const UNKNOWN: SubmissionOutcome = { kind: 'unknown', because: 'no-answer' }
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'carrier_rejected', message: 'No', carrierCode: '30007' }
const NO_FUNDS: SubmissionOutcome = { kind: 'refused', type: 'carrier_account', message: 'No funds' }

const aSubmission = (given: Partial<Submission> = {}): Submission => ({
  ...{ reference: `${ids.next('acc')}.${ids.next('msg')}`, from: FROM, to: ANN, body: 'Hello', mediaUrl: null },
  ...given,
})

type Scripted = SmsProvider & { readonly got: Submission[]; outcome: SubmissionOutcome | null; takesMs: number }

type Given = {
  readonly routes?: readonly Route[]
  readonly own?: string | null
  readonly carrierOfSender?: (number: string) => Promise<string | null>
  readonly partsPerSecond?: number | null
  readonly promises?: Pick<SmsProvider, 'deduplicates' | 'canBeAsked'>
}

const DEFAULT_ROUTES = [{ toPrefix: null, via: ['main', 'backup'] }]

function open({ routes = DEFAULT_ROUTES, own = null, partsPerSecond = null, promises, ...given }: Given = {}) {
  const clock = new SimulationClock(NOW)
  const carrier = (name: string): Scripted => ({
    ...(promises ?? { deduplicates: false, canBeAsked: false }),
    got: [],
    outcome: null,
    takesMs: 0,
    async submit(messages) {
      this.got.push(...messages)
      clock.advance(this.takesMs)
      return messages.map(({ reference }) => this.outcome ?? accepted(`${name}:${reference}`))
    },
    async find(references) {
      return references.map(() => this.outcome ?? { kind: 'never-seen' })
    },
  })
  const [main, backup] = [carrier('main'), carrier('backup')]
  const events: unknown[] = []
  const router = new CarrierRouter({
    carriers: [
      { name: 'main', provider: main, partsPerSecond },
      { name: 'backup', provider: backup, partsPerSecond: null },
    ],
    routes,
    carrierOfSender: given.carrierOfSender ?? (async () => own),
    clock,
    onEvent: ({ carrier, outcome, error }) => events.push([carrier, outcome.kind, ...(error ? [error] : [])]),
  })
  const submit = (...messages: readonly Submission[]) => router.submit(messages, { deadlineMs: 5_000 })
  const send = async (given: Partial<Submission> = {}) => (await submit(aSubmission(given)))[0]!
  return { router, submit, send, main, backup, clock, events }
}

describe('the next carrier', () => {
  test.each([
    ['cannot be reached', UNREACHABLE],
    ['throttles', THROTTLED],
    ['has no funds of ours left', NO_FUNDS],
  ])('gets the text if the one before %s', async (_, outcome) => {
    const { send, main, backup } = open()
    main.outcome = outcome
    const { tries, ...sent } = await send()
    expect(sent).toEqual({ kind: 'accepted', providerId: expect.stringMatching(/^backup:/) })
    expect(tries!.map((one) => [one.carrier, one.outcome])).toEqual([
      ['main', outcome.kind],
      ['backup', 'accepted'],
    ])
    expect([main.got.length, backup.got.length]).toEqual([1, 1])
  })

  test.each([
    ['may have taken it', UNKNOWN],
    ['has refused it', REFUSED],
    ['has accepted it', accepted('1')],
  ])('never gets the text if the one before %s', async (_, outcome) => {
    const { send, main, backup } = open()
    main.outcome = outcome
    expect(await send()).toMatchObject({ ...outcome, tries: [{ carrier: 'main' }] })
    expect(backup.got).toEqual([])
  })

  test('gets it only if there is time', async () => {
    const { send, main, backup } = open()
    main.outcome = UNREACHABLE
    main.takesMs = 4_600
    expect(await send()).toMatchObject({ kind: 'try-later', tries: [{ carrier: 'main' }] })
    expect(backup.got).toEqual([])
  })

  test('gets only the texts that were not taken, and the outcomes keep their order', async () => {
    const { submit, main, backup } = open()
    const texts = Array.from({ length: 4 }, (_, i) => aSubmission({ body: String(i) }))
    main.submit = async (messages) => messages.map(({ body }) => (Number(body) % 2 === 0 ? UNREACHABLE : UNKNOWN))
    const outcomes = await submit(...texts)
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'unknown', 'accepted', 'unknown'])
    expect(backup.got.map(({ body }) => body)).toEqual(['0', '2'])
  })

  test('of none: the text is tried again when the first of the carriers wants it', async () => {
    const { send, main, backup } = open()
    main.outcome = THROTTLED
    backup.outcome = { ...THROTTLED, afterMs: 2_000 }
    expect(await send()).toMatchObject({ kind: 'try-later', afterMs: 2_000 })
  })

  test('of none, of which one cannot say when: the text is tried again as soon as any other', async () => {
    const { send, main, backup } = open()
    main.outcome = THROTTLED
    backup.outcome = UNREACHABLE
    expect(await send()).toMatchObject({ kind: 'try-later', afterMs: null })
  })

  test('of none, of which one refused for lack of funds: the text waits for the other', async () => {
    const { send, main, backup } = open()
    main.outcome = NO_FUNDS
    backup.outcome = THROTTLED
    expect(await send()).toMatchObject({ kind: 'try-later', afterMs: 3_000 })
    main.outcome = UNREACHABLE
    backup.outcome = NO_FUNDS
    expect((await send()).kind).toBe('try-later')
  })
})

describe('a route', () => {
  test('is chosen by the number, and a number without a route is refused', async () => {
    const { submit, main, backup } = open({
      routes: [
        { toPrefix: '+44', via: ['backup'] },
        { toPrefix: '+1202', via: ['main'] },
      ],
    })
    const outcomes = await submit(
      aSubmission({ to: BRIT }),
      aSubmission({ to: ANN }),
      aSubmission({ to: '+34600000000' }),
    )
    expect(backup.got.map(({ to }) => to)).toEqual([BRIT])
    expect(main.got.map(({ to }) => to)).toEqual([ANN])
    expect(outcomes[2]).toEqual({ kind: 'refused', type: 'invalid_destination', message: expect.any(String) })
  })

  test('does not matter to a sender with a carrier of its own, which has no other', async () => {
    const { send, main, backup } = open({ own: 'backup' })
    backup.outcome = UNREACHABLE
    expect((await send()).kind).toBe('try-later')
    expect([main.got.length, backup.got.length]).toEqual([0, 1])
  })

  test('decides if the own carrier of the sender is no longer there', async () => {
    const { send, main } = open({ own: 'gone' })
    await send()
    expect(main.got).toHaveLength(1)
  })
})

describe('a sender whose carrier cannot be looked up', () => {
  const OTHER = '+12025550188'
  const TRY_LATER = { kind: 'try-later', afterMs: null }

  test.each([
    ['because the look-up fails', () => Promise.reject(new Error('The database is down'))],
    ['because the look-up takes too long', () => new Promise<never>(() => {})],
  ])('waits, and the texts of other senders are submitted: %s', async (_, fails) => {
    const { router, main, backup, events } = open({
      carrierOfSender: (number) => (number === FROM ? fails() : Promise.resolve(null)),
    })
    const texts = [aSubmission(), aSubmission({ from: OTHER }), aSubmission()]
    const outcomes = await router.submit(texts, { deadlineMs: 20 })
    expect(outcomes).toEqual([TRY_LATER, expect.objectContaining({ kind: 'accepted' }), TRY_LATER])
    expect(main.got.map(({ from }) => from)).toEqual([OTHER])
    expect(backup.got).toEqual([])
    expect(events).toHaveLength(1)
  })
})

describe('a carrier that breaks its promises', () => {
  const ROUTES = [
    { toPrefix: '+44', via: ['backup'] },
    { toPrefix: null, via: ['main', 'backup'] },
  ]

  test('by throwing makes only its own texts unknown', async () => {
    const { submit, main, backup, events } = open({ routes: ROUTES })
    const fault = new Error('A fault of the module')
    main.submit = async () => Promise.reject(fault)
    const outcomes = await submit(aSubmission(), aSubmission({ to: BRIT }))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unknown', 'accepted'])
    expect(backup.got.map(({ to }) => to)).toEqual([BRIT])
    expect(events).toContainEqual(['main', 'unknown', fault])
  })

  test('by throwing before it returns a promise, too', async () => {
    const { submit, main } = open({ routes: ROUTES })
    main.submit = () => {
      throw new Error('A fault of the module')
    }
    const outcomes = await submit(aSubmission(), aSubmission({ to: BRIT }))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unknown', 'accepted'])
  })

  test('by leaving out outcomes makes those texts unknown, so that nobody else gets them', async () => {
    const { submit, main, backup } = open({ routes: ROUTES })
    main.submit = async () => [accepted('1')]
    const outcomes = await submit(aSubmission(), aSubmission())
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'unknown'])
    expect(backup.got).toEqual([])
  })
})

describe('a carrier that is down', () => {
  test('gets no more texts after five failures, then one, and all again once that is taken', async () => {
    const { submit, send, router, main, backup, clock } = open()
    main.outcome = UNREACHABLE
    await submit(...Array.from({ length: 5 }, () => aSubmission()))
    expect(router.breakers()).toEqual(
      new Map([
        ['main', 'open'],
        ['backup', 'closed'],
      ]),
    )
    expect(await send()).toMatchObject({
      kind: 'accepted',
      tries: [{ carrier: 'main', outcome: 'try-later', because: 'circuit-open' }, { carrier: 'backup' }],
    })
    expect(main.got).toHaveLength(5)
    main.outcome = null
    clock.advance(10_000)
    await submit(aSubmission(), aSubmission(), aSubmission())
    expect([main.got.length, backup.got.length]).toEqual([6, 8])
    await submit(aSubmission(), aSubmission())
    expect(main.got).toHaveLength(8)
  })

  test('is open only as long as it gets no texts, even if nothing is sent', async () => {
    const { submit, send, router, main, clock } = open({ routes: [{ toPrefix: null, via: ['main'] }] })
    const state = () => router.breakers().get('main')
    main.outcome = UNREACHABLE
    await submit(...Array.from({ length: 5 }, () => aSubmission()))
    clock.advance(9_999)
    expect(state()).toBe('open')
    clock.advance(1)
    expect(state()).toBe('probing')
    main.outcome = UNKNOWN
    await send()
    expect([state(), (await send()).kind]).toEqual(['open', 'try-later'])
    clock.advance(10_000)
    expect(state()).toBe('probing')
    main.outcome = null
    await send()
    expect(state()).toBe('closed')
  })

  test('by server errors loses nothing: what it may have taken goes nowhere else', async () => {
    const { submit, send, main, backup } = open()
    main.outcome = { kind: 'unknown', because: 'server-error' }
    const outcomes = await submit(...Array.from({ length: 5 }, () => aSubmission()))
    expect(outcomes.every(({ kind }) => kind === 'unknown')).toBe(true)
    expect(backup.got).toEqual([])
    expect((await send()).kind).toBe('accepted')
    expect(main.got).toHaveLength(5)
  })
})

describe('a carrier that throttles', () => {
  test('gets nothing until the time that it named, but stays closed', async () => {
    const { send, router, main, clock } = open({ routes: [{ toPrefix: null, via: ['main'] }] })
    main.outcome = THROTTLED
    await send()
    main.outcome = null
    clock.advance(1_000)
    expect(await send()).toMatchObject({ kind: 'try-later', afterMs: 2_000, because: 'throttled' })
    clock.advance(2_000)
    expect((await send()).kind).toBe('accepted')
    expect(router.breakers().get('main')).toBe('closed')
    expect(main.got).toHaveLength(2)
  })

  test('one sender is not paused for the others, and the text goes to the next one', async () => {
    const { send, main, backup } = open()
    main.outcome = { kind: 'try-later', afterMs: 3_000, because: 'sender-throttled' }
    expect(await send()).toMatchObject({ kind: 'accepted', tries: [{ because: 'sender-throttled' }, {}] })
    main.outcome = null
    await send({ from: '+12025550188' })
    expect([main.got.length, backup.got.length]).toEqual([2, 1])
  })

  test('at a rate of ours gets that many wire parts a second, and the rest goes to the next one', async () => {
    const { submit, main, backup } = open({ partsPerSecond: 10 })
    const long = 'x'.repeat(161)
    await submit(...Array.from({ length: 8 }, () => aSubmission({ body: long, to: BOB })))
    expect([main.got.length, backup.got.length]).toEqual([5, 3])
  })
})

describe('a carrier with a rate of ours that is down', () => {
  test('is charged only for the text that tries it', async () => {
    const routes = [{ toPrefix: null, via: ['main'] }]
    const { submit, main, clock } = open({ partsPerSecond: 5, routes })
    const texts = Array.from({ length: 5 }, () => aSubmission())
    main.outcome = UNREACHABLE
    await submit(...texts)
    clock.advance(10_000)
    main.outcome = null
    expect((await submit(...texts)).map(({ kind }) => kind)).toEqual(['accepted', ...Array(4).fill('try-later')])
    expect((await submit(...texts)).map(({ kind }) => kind)).toEqual([...Array(4).fill('accepted'), 'try-later'])
  })

  test('is not tried, and not waited for, before its rate allows a text', async () => {
    const { send, router, main, clock } = open({ partsPerSecond: 1, routes: [{ toPrefix: null, via: ['main'] }] })
    main.outcome = UNREACHABLE
    for (const body of ['1', '2', '3', '4', 'x'.repeat(20 * 153)]) {
      await send({ body })
      clock.advance(1_000)
    }
    clock.advance(10_000)
    expect(await send()).toMatchObject({ kind: 'try-later', because: 'throttled' })
    expect(router.breakers().get('main')).toBe('probing')
    main.outcome = null
    clock.advance(9_000)
    expect((await send()).kind).toBe('accepted')
  })
})

describe('the promises of the whole', () => {
  test('are to deduplicate only as a single carrier, and to answer only if all can', () => {
    const able = { deduplicates: true, canBeAsked: true }
    expect(open({ promises: able }).router).toMatchObject({ deduplicates: false, canBeAsked: true })
    const { main, backup, clock } = open({ promises: able })
    const routerOf = (...providers: readonly SmsProvider[]) =>
      new CarrierRouter({
        carriers: providers.map((provider, i) => ({ name: `carrier-${i}`, provider, partsPerSecond: null })),
        routes: [],
        carrierOfSender: async () => null,
        clock,
      })
    expect(routerOf(main)).toMatchObject({ deduplicates: true, canBeAsked: true })
    expect(routerOf(main, { ...backup, canBeAsked: false })).toMatchObject({ canBeAsked: false })
  })

  test('`find` returns what the carrier with the text says; never-seen only if all say so', async () => {
    const { router, main, backup } = open({ promises: { deduplicates: false, canBeAsked: true } })
    const find = async () => (await router.find(['a'], { deadlineMs: 5_000 }))[0]!
    expect(await find()).toEqual({ kind: 'never-seen' })
    main.outcome = { kind: 'unknown' }
    expect(await find()).toEqual({ kind: 'unknown' })
    backup.outcome = accepted('1')
    expect(await find()).toEqual(accepted('1'))
    Object.assign(main, { find: () => Promise.reject(new Error('Broken')) })
    expect(await find()).toEqual(accepted('1'))
  })

  test('a text is never-seen even if the carriers prove that at different times, unless it is submitted again', async () => {
    const { router, submit, main, backup } = open({ promises: { deduplicates: false, canBeAsked: true } })
    const text = aSubmission()
    const find = async (ofMain: SubmissionOutcome | null, ofBackup: SubmissionOutcome | null) => {
      main.outcome = ofMain
      backup.outcome = ofBackup
      const [found] = await router.find([text.reference], { deadlineMs: 5_000 })
      return found!.kind
    }
    expect(await find(null, UNKNOWN)).toBe('unknown')
    expect(await find(UNKNOWN, null)).toBe('never-seen')
    expect(await find(UNKNOWN, null)).toBe('unknown')
    await submit(text)
    expect(await find(null, UNKNOWN)).toBe('unknown')
    expect(await find(accepted('1'), UNKNOWN)).toBe('accepted')
    expect(await find(UNKNOWN, null)).toBe('unknown')
  })

  test('a refusal counts only if no other carrier may have the text', async () => {
    const { router, main, backup } = open({ promises: { deduplicates: false, canBeAsked: true } })
    const find = async (ofBackup: SubmissionOutcome | null) => {
      main.outcome = NO_FUNDS
      backup.outcome = ofBackup
      return (await router.find(['a'], { deadlineMs: 5_000 }))[0]!
    }
    expect(await find(UNKNOWN)).toEqual({ kind: 'unknown' })
    expect(await find(accepted('1'))).toEqual(accepted('1'))
    expect(await find(null)).toEqual(NO_FUNDS)
  })

  test('every submission is reported with its carrier', async () => {
    const { send, main, events } = open()
    main.outcome = UNREACHABLE
    await send()
    expect(events).toEqual([
      ['main', 'try-later'],
      ['backup', 'accepted'],
    ])
  })
})
