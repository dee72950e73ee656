import { ANN, BOB, aGroup, aSender, after, anAccount, formFixture, phoneOf, type FormGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { parsePhoneNumber } from '../../values/phone/phone-number.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { CodeOutcome } from './form-code.js'
import { RequestCode, type RequestCodeInput } from './request-code.js'

const open = (given?: FormGiven) => formFixture(inMemory({ now: after(100) }), { credits: 10_000, ...given })
type Fixture = Awaited<ReturnType<typeof open>>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A number of a different prefix for every n below 100. */
const elsewhere = (n: number) => parsePhoneNumber(`+1202${String(200 + n)}0123`)
/** Enough for every form, so that a test can reach another limit. */
const WORKED = { workBits: 22 }

/** Requests a code, and returns what became of it: the outcome, or the limit that refused it. */
function asker({ request }: Fixture) {
  let asked = 0
  return async (given: Partial<RequestCodeInput> = {}): Promise<string> => {
    let outcome = ''
    const onOutcome = (one: CodeOutcome) => (outcome = one.kind === 'sent' ? 'sent' : `withheld: ${one.because}`)
    const n = asked++
    const address = `198.${n >> 8}.${n & 255}.1`
    try {
      await request({ address, onOutcome, ...WORKED, ...given })
      return outcome
    } catch (error) {
      return String((error as { details?: { limit?: string } }).details?.limit)
    }
  }
}

async function times(count: number, ask: (n: number) => Promise<string>): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  for (let n = 0; n < count; n++) {
    const outcome = await ask(n)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  return outcomes
}

describe('codes of opt-in forms', () => {
  test('to numbers that differ in their last four digits are limited, and other numbers still get a code', async () => {
    const fixture = await open()
    const ask = asker(fixture)
    expect(await times(100, (n) => ask({ phone: phoneOf(n) }))).toEqual({ sent: 20, prefix: 80 })
    expect(await ask({ phone: elsewhere(1) })).toBe('sent')
    fixture.clock.advance(HOUR_MS)
    expect(await ask({ phone: phoneOf(1) })).toBe('sent')
  })

  test.each([
    ['IPv4 addresses of one /24', (n: number) => `192.0.2.${n % 256}`, '192.0.3.1'],
    ['IPv6 addresses of one /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`, '2001:db8:2::1'],
  ])('requested from %s are limited, and other networks still get a code', async (_, addressOf, other) => {
    const fixture = await open()
    const ask = asker(fixture)
    const outcomes = await times(310, (n) => ask({ address: addressOf(n), phone: elsewhere(n % 100), isBot: true }))
    expect(outcomes).toEqual({ 'withheld: bot': 300, network: 10 })
    expect(await ask({ address: other })).toBe('sent')
  })

  test('are refused for an address after its number of requests, even if those were refused', async () => {
    const ask = asker(await open({ limits: { prefixPerHour: 1, addressPerHour: 4 } }))
    const outcomes = await times(7, (n) => ask({ phone: phoneOf(n), address: '192.0.2.1' }))
    expect(outcomes).toEqual({ sent: 1, prefix: 3, address: 3 })
  })

  test('are refused for the reason of the refusal, even if the limit cannot be reported', async () => {
    const adapters = inMemory({ now: after(100) })
    const fixture = await formFixture(adapters, { limits: { perHour: 0 } })
    await fixture.readForm()
    const failingEvents = ({ events }: Stores) =>
      Object.assign(Object.create(events) as Stores['events'], {
        hasSubscribers: () => Promise.reject(new Error('The database is down')),
      })
    const run: UnitOfWork['run'] = (work) =>
      adapters.unitOfWork.run((stores) => work({ ...stores, events: failingEvents(stores) }))
    const failing = Object.assign(Object.create(adapters.unitOfWork) as UnitOfWork, { run })
    const requestCode = new RequestCode({ ...adapters, unitOfWork: failing })
    const entered = { version: 1, phone: ANN, address: '192.0.2.1', agent: null, isBot: false }
    await expect(requestCode.execute({ ...entered, group: fixture.vip.id })).rejects.toMatchObject({
      code: 'too-many-codes',
    })
  })

  test('to one number from all accounts of the service together are limited to 10 a day', async () => {
    const adapters = inMemory({ now: after(100) })
    const forms = [await formFixture(adapters), await formFixture(adapters, { account: { name: 'Bell' }, senders: [] })]
    const { account, run } = forms[1]!
    await run(({ senders }) => senders.put(aSender({ account: account.id, number: '+12025550188' })))
    const [ours, theirs] = forms.map((form) => asker({ ...form, ...adapters }))
    expect(await times(5, () => ours!())).toEqual({ sent: 5 })
    adapters.clock.advance(HOUR_MS)
    expect(await times(7, () => theirs!())).toEqual({ sent: 5, 'withheld: code-to-number': 2 })
    adapters.clock.advance(HOUR_MS)
    expect(await theirs!()).toBe('withheld: code-to-number-in-service')
    expect(await theirs!({ phone: BOB })).toBe('sent')
    adapters.clock.advance(DAY_MS)
    expect(await theirs!()).toBe('sent')
  })

  test('are not sent to a number that an account of the service sends from, without an error', async () => {
    const fixture = await open()
    expect(await asker(fixture)({ phone: parsePhoneNumber('+12025550199') })).toBe('withheld: number-of-service')
    expect(await fixture.messages()).toEqual([])
  })

  test('count against the daily quota of the account, and are refused when it is used up', async () => {
    const { request, messages, account, run } = await open({ account: { dailyMessageQuota: 2 } })
    for (const n of [1, 2]) await request({ phone: phoneOf(n) })
    await expect(request({ phone: phoneOf(3) })).rejects.toMatchObject({
      code: 'code-not-sent',
      details: { limit: 'daily_quota' },
    })
    expect(await messages()).toHaveLength(2)
    expect(await run(({ credits }) => credits.acceptedOn(account.id, '2026-03-01'))).toBe(2)
  })

  test('count against the limit of all texts that no API key requested', async () => {
    const serviceTexts = { perHour: 3, perDay: 100, chargeReplies: false }
    const ask = asker(await open({ account: { serviceTexts } }))
    expect(await times(5, (n) => ask({ phone: elsewhere(n) }))).toEqual({ sent: 3, service_texts: 2 })
  })

  test('to a number that has not entered a code on three days are not sent for 30 days, without an error', async () => {
    const fixture = await open()
    const ask = asker(fixture)
    for (let day = 0; day < 3; day++) {
      expect(await times(3, () => ask())).toEqual({ sent: 3 })
      fixture.clock.advance(DAY_MS)
    }
    expect(await ask()).toBe('withheld: confirmation')
    expect(await ask({ phone: BOB })).toBe('sent')
    fixture.clock.advance(27 * DAY_MS)
    expect(await ask()).toBe('sent')
  })

  test('that were entered do not count as unanswered', async () => {
    const { request, enter, codeOf, entryOf, clock } = await open()
    for (let day = 0; day < 5; day++) {
      const entry = await request()
      expect((await entryOf(entry)).codeMessage).not.toBeNull()
      expect(await enter(entry, (await codeOf(entry))!)).toEqual({ kind: 'confirmed' })
      clock.advance(DAY_MS)
    }
  })

  test('have the limits of the group if it has its own, which count its codes alone', async () => {
    const fixture = await open({ limits: { perHour: 4 }, vip: { formLimits: { perHour: 2, prefixPerHour: 1 } } })
    const news = await fixture.group({ ...aGroup({ account: fixture.account.id }), name: 'News' })
    const ask = asker(fixture)
    expect(await times(2, (n) => ask({ phone: phoneOf(n) }))).toEqual({ sent: 1, prefix: 1 })
    expect(await times(3, (n) => ask({ phone: elsewhere(n) }))).toEqual({ sent: 1, form: 2 })
    const { version } = await fixture.readForm(news.id)
    const askNews = (n: number) => ask({ group: news.id, version, phone: elsewhere(50 + n) })
    expect(await times(6, askNews)).toEqual({ sent: 4, form: 2 })
  })

  test('are never more than the limit, even if they are requested together', async () => {
    const fixture = await open({ limits: { prefixPerHour: 4 } })
    const ask = asker(fixture)
    await fixture.readForm()
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, n) => ask({ phone: phoneOf(n) })))
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(4)
    expect(await fixture.messages()).toHaveLength(4)
  })
})

describe('codes to one country', () => {
  test('use at most four fifths of the limit of the form, so that other countries still get codes', async () => {
    const destinations = { ...anAccount().destinations, formCountries: ['US', 'GB'] }
    const fixture = await open({ limits: { perHour: 10 }, account: { destinations } })
    const ask = asker(fixture)
    expect(await times(20, (n) => ask({ phone: elsewhere(n) }))).toEqual({ sent: 8, country: 12 })
    expect(await ask({ phone: parsePhoneNumber('+447400123456') })).toBe('sent')
  })

  test('use the whole limit of the form if codes are entered for numbers of their prefix', async () => {
    const fixture = await open({ limits: { perHour: 10 } })
    const ask = asker(fixture)
    const entry = await fixture.request({ phone: ANN })
    await fixture.enter(entry, (await fixture.codeOf(entry))!)
    expect(await times(20, (n) => ask({ phone: elsewhere(n) }))).toEqual({ sent: 7, country: 13 })
    expect(await times(3, (n) => ask({ phone: phoneOf(n) }))).toEqual({ sent: 2, form: 1 })
  })
})

describe('codes that are requested and not entered', () => {
  /** Sends 51 codes to different prefixes. */
  async function pumped(given?: FormGiven) {
    const fixture = await open(given)
    const ask = asker(fixture)
    expect(await times(51, (n) => ask({ phone: elsewhere(n) }))).toEqual({ sent: 51 })
    return { ...fixture, ask }
  }

  test('require a proof of work after 50 in an hour', async () => {
    const { ask, request, clock, messages } = await pumped()
    const refused = { code: 'proof-of-work-required', details: { bits: 18 } }
    await expect(request({ phone: ANN })).rejects.toMatchObject(refused)
    expect(await ask({ phone: ANN, workBits: 17 })).toBe('proof_of_work')
    expect(await messages()).toHaveLength(51)
    expect(await ask({ phone: ANN, workBits: 18 })).toBe('sent')
    clock.advance(HOUR_MS)
    expect(await ask({ phone: BOB, workBits: 0 })).toBe('sent')
  })

  test('require more work when there are more of them', async () => {
    const { ask } = await pumped()
    await times(49, (n) => ask({ phone: parsePhoneNumber(`+1303${200 + n}0123`) }))
    expect(await ask({ workBits: 18 })).toBe('proof_of_work')
    expect(await ask({ workBits: 19 })).toBe('sent')
  })

  test('allow no other code of an entry that was made before', async () => {
    const fixture = await open()
    const ask = asker(fixture)
    const entry = await fixture.request()
    await times(51, (n) => ask({ phone: elsewhere(n) }))
    fixture.clock.advance(30_000)
    await expect(fixture.resend(entry)).rejects.toMatchObject({ code: 'proof-of-work-required' })
    expect(await ask()).toBe('sent')
  })

  test('pause their prefix after 5 of them, while others get a code', async () => {
    const { ask, clock } = await pumped()
    expect(await times(8, (n) => ask({ phone: phoneOf(n) }))).toEqual({ sent: 5, paused_prefix: 3 })
    expect(await ask({ phone: elsewhere(90) })).toBe('sent')
    clock.advance(HOUR_MS)
    expect(await ask({ phone: phoneOf(1) })).toBe('sent')
  })

  test('do not matter while at least a tenth of the codes are entered', async () => {
    const fixture = await open()
    const ask = asker(fixture)
    for (let n = 0; n < 7; n++) {
      const entry = await fixture.request({ phone: elsewhere(n), address: `192.0.2.${n}` })
      await fixture.enter(entry, (await fixture.codeOf(entry))!)
    }
    expect(await times(60, (n) => ask({ phone: elsewhere(10 + n), workBits: 0 }))).toEqual({ sent: 60 })
  })
})

describe('the event form.limited', () => {
  const listening = async (given?: FormGiven) => {
    const fixture = await open(given)
    await fixture.listenTo('form.limited')
    return { ...fixture, ask: asker(fixture) }
  }

  test('reports a limit once an hour, with the numbers that it applies to', async () => {
    const { ask, events, vip, clock } = await listening({ limits: { prefixPerHour: 2 } })
    expect(await times(9, (n) => ask({ phone: phoneOf(n) }))).toMatchObject({ prefix: 7 })
    const report = { group: { id: vip.id, name: 'VIP' }, limit: 'prefix', numbers: '+1202555', sent: 2, entered: 0 }
    expect(await events()).toMatchObject([{ type: 'form.limited', at: after(100), data: report }])
    await times(3, (n) => ask({ phone: parsePhoneNumber(`+120266601${20 + n}`) }))
    expect((await events()).map(({ data }) => data)).toMatchObject([report, { numbers: '+1202666' }])
    clock.advance(HOUR_MS)
    await times(3, (n) => ask({ phone: phoneOf(n) }))
    expect(await events()).toHaveLength(3)
  })

  test('reports that codes are not entered, with the usual number of codes in an hour', async () => {
    const { ask, events, clock } = await listening()
    await times(48, (n) => ask({ phone: elsewhere(n) }))
    clock.advance(2 * HOUR_MS)
    await times(52, (n) => ask({ phone: parsePhoneNumber(`+1303${200 + n}0123`), workBits: 0 }))
    expect(await events()).toMatchObject([{ data: { limit: 'proof_of_work', sent: 51, entered: 0, usualPerHour: 4 } }])
  })

  test('reports the usual number of codes of the form itself if its group has limits of its own', async () => {
    const { ask, events, group, account, readForm, clock } = await listening({
      vip: { formLimits: { prefixPerHour: 2 } },
    })
    const news = await group({ ...aGroup({ account: account.id }), name: 'News' })
    await readForm()
    const { version } = await readForm(news.id)
    const askNews = (n: number) => ask({ group: news.id, version, phone: elsewhere(n) })
    expect(await times(96, askNews)).toEqual({ sent: 96 })
    expect(await times(48, (n) => ask({ phone: elsewhere(n % 24) }))).toEqual({ sent: 48 })
    clock.advance(2 * HOUR_MS)
    expect(await times(3, () => ask({ phone: parsePhoneNumber('+13035550123') }))).toEqual({ sent: 2, prefix: 1 })
    expect(await events()).toMatchObject([{ data: { limit: 'prefix', sent: 2, usualPerHour: 2 } }])
  })

  test('does not report the limit of one address or one number', async () => {
    const { ask, events } = await listening()
    await times(40, () => ask({ address: '192.0.2.1' }))
    expect(await events()).toEqual([])
  })
})
