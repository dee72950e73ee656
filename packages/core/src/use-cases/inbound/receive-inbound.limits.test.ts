import { ANN, BOB, aSender, after, anAccount, inboundFixture, phoneOf, type InboundGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const open = (given?: InboundGiven) => inboundFixture(inMemory({ now: after(100) }), given)
const OURS = '+12025550199'
const THEIRS = '+12025550188'
const HOUR_MS = 3_600_000
const SERVICE_TEXTS = anAccount().serviceTexts

describe('replies to HELP and INFO', () => {
  test('are sent to one number 3 times an hour and 10 times a day, and the texts are still stored', async () => {
    const { text, texts, messages, clock } = await open()
    for (let i = 0; i < 60; i++) await text(i % 2 === 0 ? 'HELP' : 'INFO')
    expect(texts).toHaveLength(3)
    expect(await messages()).toHaveLength(63)
    for (let hour = 0; hour < 5; hour++) {
      clock.advance(HOUR_MS)
      for (let i = 0; i < 5; i++) await text('HELP')
    }
    expect(texts).toHaveLength(10)
    clock.advance(24 * HOUR_MS)
    await text('HELP')
    expect(texts).toHaveLength(11)
  })

  test('are limited separately for each number and each account', async () => {
    const { text, texts, neighbour, run } = await open()
    const { id: account } = await neighbour()
    await run(({ senders }) => senders.put(aSender({ account, number: THEIRS })))
    for (let i = 0; i < 4; i++) {
      for (const from of [ANN, BOB]) await text('HELP', { from })
      await text('HELP', { to: THEIRS })
    }
    expect(texts).toHaveLength(9)
  })

  test('report the limit that withheld them', async () => {
    const { text } = await open()
    expect(await text('HELP')).toEqual({ isHandled: true, keyword: 'help', reply: 'sent' })
    for (let i = 0; i < 2; i++) await text('HELP')
    expect(await text('HELP')).toEqual({ isHandled: true, keyword: 'help', reply: 'help-reply' })
  })

  test('cost as much as an SMS if the account charges for them, and are not sent without credits', async () => {
    const charging = { serviceTexts: { ...SERVICE_TEXTS, chargeReplies: true } }
    const { text, texts, balance, messages } = await open({ account: charging, credits: 3 })
    expect(await text('HELP')).toMatchObject({ reply: 'sent' })
    expect(await balance()).toEqual({ sms: 1, mms: 0, reserved: { sms: 0, mms: 0 } })
    expect(await text('HELP')).toMatchObject({ reply: 'insufficient-credits' })
    expect(texts).toHaveLength(1)
    expect((await messages())[0]).toMatchObject({ status: 'failed', failure: { type: 'insufficient_credits' } })
    await text('STOP')
    expect(texts).toHaveLength(2)
    expect(await balance()).toMatchObject({ sms: 1 })
  })

  test('that cannot be paid for do not use up the daily quota or the limit of all replies, and few are stored', async () => {
    const serviceTexts = { perHour: 2, perDay: 100, chargeReplies: true }
    const given = { account: { serviceTexts, dailyMessageQuota: 2 }, credits: 0 }
    const { text, texts, messages, account, run } = await open(given)
    for (let i = 0; i < 3; i++) expect(await text('HELP')).toMatchObject({ reply: 'insufficient-credits' })
    for (let i = 0; i < 3; i++) expect(await text('HELP')).toMatchObject({ reply: 'help-reply' })
    expect((await messages()).filter(({ direction }) => direction === 'outbound')).toHaveLength(3)
    expect(await run(({ credits }) => credits.acceptedOn(account.id, '2026-03-01'))).toBe(0)
    expect(await text('STOP')).toMatchObject({ reply: 'sent' })
    expect(texts).toHaveLength(1)
  })
})

test.each(['HELP', 'STOP', 'START'])(
  'no reply to %s is sent to a number or short code that an account of the service sends from',
  async (keyword) => {
    const { text, texts, neighbour, run, group } = await open()
    await group({ isDefault: true })
    const { id: account } = await neighbour()
    await run(({ senders }) => senders.put(aSender({ account, number: THEIRS, status: 'inactive' })))
    expect(await text(keyword, { from: THEIRS })).toMatchObject({ reply: 'number-of-service' })
    await text(keyword, { from: OURS })
    expect(texts).toEqual([])
  },
)

test('a STOP from a number that an account of the service sends from takes effect', async () => {
  const { text, consentOf } = await open()
  await text('STOP', { from: OURS })
  expect(await consentOf(OURS as typeof ANN)).toMatchObject({ state: 'opted_out' })
})

describe('all replies of an account', () => {
  test.each([
    ['hour', { perHour: 4, perDay: 100 }, HOUR_MS],
    ['day', { perHour: 100, perDay: 4 }, 24 * HOUR_MS],
  ])('are limited per %s, but every STOP takes effect', async (_, limits, periodMs) => {
    const account = { serviceTexts: { ...SERVICE_TEXTS, ...limits } }
    const { text, texts, consentOf, clock, group } = await open({ account })
    await group({ isDefault: true })
    for (let i = 0; i < 3; i++) await text('HELP', { from: phoneOf(i) })
    await text('START', { from: phoneOf(3) })
    expect(await text('START', { from: phoneOf(4) })).toMatchObject({ reply: 'service-text' })
    for (let i = 10; i < 20; i++) expect(await text('STOP', { from: phoneOf(i) })).toMatchObject({ keyword: 'stop' })
    expect(texts).toHaveLength(4)
    for (let i = 10; i < 20; i++) expect(await consentOf(phoneOf(i))).toMatchObject({ state: 'opted_out' })
    expect(await consentOf(phoneOf(4))).toMatchObject({ state: 'none', log: [] })
    clock.advance(periodMs)
    await text('STOP', { from: phoneOf(30) })
    expect(texts).toHaveLength(5)
  })

  test('count against the daily quota, and are not sent when it is used up', async () => {
    const { text, texts, consentOf, run, account, group } = await open({ account: { dailyMessageQuota: 3 } })
    await group({ isDefault: true })
    await text('HELP', { from: phoneOf(1) })
    await text('START', { from: phoneOf(2) })
    await text('STOP', { from: phoneOf(3) })
    for (const [i, body] of ['HELP', 'START', 'STOP'].entries()) {
      expect(await text(body, { from: phoneOf(4 + i) })).toMatchObject({ reply: 'daily-quota' })
    }
    expect(texts).toHaveLength(3)
    expect(await consentOf(phoneOf(6))).toMatchObject({ state: 'opted_out' })
    expect(await run(({ credits }) => credits.acceptedOn(account.id, '2026-03-01'))).toBe(3)
  })

  test('are never more than the limit, even if the texts arrive together', async () => {
    const account = { serviceTexts: { ...SERVICE_TEXTS, perHour: 5 } }
    const { text, texts } = await open({ account })
    await Promise.all(Array.from({ length: 20 }, (_, i) => text('HELP', { from: phoneOf(i) })))
    expect(texts).toHaveLength(5)
  })
})

describe('the confirmations that START requests', () => {
  test('are sent to one number once in 24 hours until it answers', async () => {
    const { text, texts, group, run, contactAt, account, clock } = await open()
    const vip = await group({ isDefault: true })
    await text('START')
    const ann = (await contactAt())!
    const leave = () =>
      run(({ memberships }) =>
        memberships.save([
          { account: account.id, contact: ann.id, group: vip.id, state: 'removed', since: clock.now() },
        ]),
      )
    await leave()
    expect(await text('START')).toMatchObject({ reply: 'confirmation' })
    expect(texts).toHaveLength(1)
    clock.advance(24 * HOUR_MS)
    expect(await text('START')).toMatchObject({ reply: 'sent' })
    await leave()
    clock.advance(24 * HOUR_MS)
    expect(await text('START')).toMatchObject({ reply: 'sent' })
    await leave()
    clock.advance(24 * HOUR_MS)
    expect(await text('START')).toMatchObject({ reply: 'confirmation' })
    clock.advance(27 * 24 * HOUR_MS)
    expect(await text('START')).toMatchObject({ reply: 'sent' })
  })

  test('are sent at most 3 times a day to a number that answers each of them', async () => {
    const { text, texts, group } = await open({ credits: 100 })
    await group({ isDefault: true })
    for (let i = 0; i < 6; i++) {
      await text('START')
      await text('STOP')
    }
    expect(texts.filter(({ body }) => body.includes('YES'))).toHaveLength(3)
    expect(await text('START')).toMatchObject({ reply: 'start-confirmation' })
  })
})
