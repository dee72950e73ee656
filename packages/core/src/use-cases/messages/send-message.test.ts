import { ANN, aLedgerEntry, scriptedProvider, sendingFixture, type SendingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { withoutNulls } from '../../values/collections.js'

const HOUR_MS = 3_600_000
const FROM = '+12025550100'

const open = (given?: SendingGiven) => sendingFixture(inMemory(), given)

describe('a message that the provider accepts', () => {
  test('is submitted once, has a sentAt, and costs 2 SMS credits', async () => {
    const { send, provider, clock, credits, account, listenTo, events } = await open()
    await listenTo('message.sent', 'message.failed')
    const { message, replayed } = await send()
    expect(message).toMatchObject({ direction: 'outbound', to: ANN, from: FROM, body: 'Hi', status: 'sent' })
    expect(message).toMatchObject({ sentAt: clock.now().toISOString(), errorType: null, deliveredAt: null })
    expect(replayed).toBe(false)
    const reference = `${account.id}.${message.id}`
    expect(provider.submitted).toEqual([{ reference, to: ANN, from: FROM, body: 'Hi', mediaUrl: null }])
    expect(await credits()).toEqual({ sms: 8, mms: 2, reserved: { sms: 0, mms: 0 } })
    expect(await events()).toMatchObject([{ type: 'message.sent', data: { message: withoutNulls(message) } }])
  })

  test('with media costs 2 SMS credits and 1 MMS credit, and may have no text', async () => {
    const { send, provider, credits } = await open()
    const { message } = await send({ body: '', mediaUrl: 'https://example.com/{{cat}}.jpg' })
    expect(message).toMatchObject({ body: '', mediaUrl: 'https://example.com/{{cat}}.jpg', status: 'sent' })
    expect(provider.submitted).toMatchObject([{ body: '', mediaUrl: 'https://example.com/{{cat}}.jpg' }])
    expect(await credits()).toMatchObject({ sms: 8, mms: 1 })
  })

  test('has no job left', async () => {
    const { send, run, clock } = await open()
    await send()
    const due = { lane: 'quick', now: new Date(clock.now().getTime() + HOUR_MS), after: null, limit: 10 } as const
    expect(await run(({ jobs }) => jobs.accountsDue(due))).toEqual([])
  })
})

describe('a message that the provider refuses', () => {
  test('fails with the reason and without sentAt, and costs nothing', async () => {
    const { send, provider, credits, listenTo, events } = await open()
    await listenTo('message.failed')
    provider.script.push({ kind: 'refused', type: 'carrier_rejected', message: 'Spam' })
    const { message } = await send()
    expect(message).toMatchObject({
      status: 'failed',
      errorType: 'carrier_rejected',
      errorMessage: 'Spam',
      sentAt: null,
    })
    expect(await credits()).toEqual({ sms: 10, mms: 2, reserved: { sms: 0, mms: 0 } })
    expect(await events()).toMatchObject([{ type: 'message.failed', data: { message: withoutNulls(message) } }])
  })

  test('because of a provider opt-out is recorded as such, and the next message is submitted again', async () => {
    const { send, provider, run, account, clock } = await open()
    provider.script.push({ kind: 'refused', type: 'opted_out', message: 'STOP at the carrier' })
    expect(await send()).toMatchObject({ message: { status: 'failed', errorType: 'opted_out' } })
    const optOut = { account: account.id, phone: ANN, sender: FROM, at: clock.now() }
    expect(await run(({ consents }) => consents.providerOptOuts(account.id, ANN))).toEqual([optOut])
    expect(await send()).toMatchObject({ message: { status: 'sent' } })
  })
})

describe('a message that the provider neither accepts nor refuses', () => {
  test('is queued, its credits stay reserved, and a job retries it', async () => {
    const { send, provider, credits, run, clock } = await open()
    provider.script.push({ kind: 'try-later', afterMs: 5_000 })
    const { message } = await send()
    expect(message).toMatchObject({ status: 'queued', sentAt: null, errorType: null })
    expect(await credits()).toMatchObject({ sms: 8, reserved: { sms: 2 } })
    const due = (afterMs: number) => ({
      lane: 'quick' as const,
      now: new Date(clock.now().getTime() + afterMs),
      after: null,
      limit: 10,
    })
    expect(await run(({ jobs }) => jobs.accountsDue(due(4_999)))).toHaveLength(0)
    expect(await run(({ jobs }) => jobs.accountsDue(due(5_000)))).toHaveLength(1)
  })

  test('is queued if this process was too slow to submit it, and a repeat with its key returns it', async () => {
    const { send, provider, clock, unitOfWork } = await open()
    const run = unitOfWork.run.bind(unitOfWork)
    unitOfWork.run = async (work) => {
      const result = await run(work)
      clock.advance(4_000)
      return result
    }
    const { message } = await send({ idempotencyKey: 'slow' })
    unitOfWork.run = run
    expect(message).toMatchObject({ status: 'queued' })
    expect(provider.submitted).toEqual([])
    expect(await send({ idempotencyKey: 'slow' })).toEqual({ message, replayed: true })
  })

  test('is queued if its outcome is unknown, as long as the outcome can be resolved', async () => {
    const { send, provider } = await open()
    provider.script.push({ kind: 'unknown' })
    expect(await send()).toMatchObject({ message: { status: 'queued' } })
  })

  test('fails if its outcome is unknown and cannot be resolved, and releases its credits', async () => {
    const provider = scriptedProvider({ deduplicates: false })
    const { send, credits } = await open({ provider })
    provider.script.push({ kind: 'unknown' })
    expect(await send()).toMatchObject({ message: { status: 'failed', errorType: 'unknown_outcome', sentAt: null } })
    expect(await credits()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
  })
})

test('of eight requests for the last four credits, two are sent and six are refused, and nothing is overdrawn', async () => {
  const { send, run, account, credits } = await open()
  const spent = aLedgerEntry({ account: account.id, from: 'available', to: 'spent', amount: 6 })
  await run((stores) => stores.credits.post(account.id, [spent]))
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => send()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'insufficient-credits' })
  }
  expect(await credits()).toMatchObject({ sms: 0, reserved: { sms: 0 } })
})
