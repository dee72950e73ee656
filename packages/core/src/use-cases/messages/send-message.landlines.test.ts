import { ANN, BOB, finishingFixture, NOW, sendingFixture, type SendingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { CarrierDirectory, LineType } from '../../ports/carriers.js'

const DAY_MS = 86_400_000
const FAILURE = {
  status: 'failed',
  errorType: 'invalid_destination',
  errorMessage: 'The number is a landline, and the account does not text landlines',
}

async function open(given: SendingGiven = {}) {
  const fixture = await sendingFixture(inMemory({ now: NOW }), { account: { refuseLandlines: true }, ...given })
  const { account, run } = fixture
  const lookedUp = (lineType: LineType, { phone = ANN, of = account.id, at = NOW } = {}) =>
    run(({ carriers }) => carriers.save(of, [{ phone, carrier: { name: 'Bell', lineType }, at }]))
  const jobsLeft = () =>
    run(({ jobs }) => jobs.accountsDue({ lane: 'quick', now: new Date(8e15), after: null, limit: 1 }))
  return { ...fixture, lookedUp, jobsLeft }
}

describe('a single message of an account that refuses landlines', () => {
  test('to a known landline fails without being submitted, and costs nothing', async () => {
    const { send, lookedUp, provider, credits, stored } = await open()
    await lookedUp('landline')
    const { message } = await send()
    expect(message).toMatchObject({ ...FAILURE, to: ANN, sentAt: null })
    expect(await stored(message.id)).toMatchObject({ status: 'failed', phase: null, sentAt: null })
    expect(provider.submitted).toEqual([])
    expect(await credits()).toEqual({ sms: 10, mms: 2, reserved: { sms: 0, mms: 0 } })
  })

  test('leaves no job, and emits the event of a failed message', async () => {
    const { send, lookedUp, jobsLeft, listenTo, events } = await open()
    await listenTo('message.failed')
    await lookedUp('landline')
    await send()
    expect(await events()).toMatchObject([{ type: 'message.failed', data: { message: FAILURE } }])
    expect(await jobsLeft()).toEqual([])
  })

  test('frees its idempotency key: a repeat is a new message', async () => {
    const { send, lookedUp, clock } = await open()
    await lookedUp('landline')
    const first = await send({ idempotencyKey: 'once' })
    expect(first.message).toMatchObject(FAILURE)
    clock.advance(1_000)
    await lookedUp('mobile', { at: clock.now() })
    const again = await send({ idempotencyKey: 'once' })
    expect(again).toMatchObject({ replayed: false, message: { status: 'sent' } })
    expect(again.message.id).not.toBe(first.message.id)
  })

  test('to a number that was not looked up is looked up once, and is sent or fails by what is found', async () => {
    const asked: string[] = []
    const directory: CarrierDirectory = {
      lookUp: async (phones) => {
        asked.push(...phones)
        return phones.map((phone) => ({ name: 'Bell', lineType: phone === ANN ? 'landline' : 'mobile' }))
      },
    }
    const { send, credits, provider, member, contact, group, listenTo, events } = await open({ directory })
    await member(await contact({ phone: BOB }), await group())
    await listenTo('message.failed')
    for (let n = 0; n < 2; n++) {
      expect((await send()).message).toMatchObject({ ...FAILURE, to: ANN })
      expect((await send({ to: BOB })).message).toMatchObject({ status: 'sent', to: BOB })
    }
    expect(asked).toEqual([ANN, BOB])
    expect(provider.submitted.map(({ to }) => to)).toEqual([BOB, BOB])
    expect(await credits()).toEqual({ sms: 6, mms: 2, reserved: { sms: 0, mms: 0 } })
    expect(await events()).toHaveLength(2)
  })

  test('is sent if the number cannot be looked up now', async () => {
    const { send, run, account } = await open({ directory: { lookUp: async () => [null] } })
    expect((await send()).message).toMatchObject({ status: 'sent' })
    expect(await run(({ carriers }) => carriers.known(account.id, [ANN], new Date(0)))).toEqual(new Map())
  })

  test('is not looked up if it is refused, or if the account texts landlines', async () => {
    const directory: CarrierDirectory = {
      lookUp: () => {
        throw new Error('Looked up')
      },
    }
    const poor = await open({ directory, credits: { sms: 0, mms: 0 } })
    await expect(poor.send()).rejects.toThrow('credits')
    const other = await open({ directory, account: { refuseLandlines: false } })
    expect((await other.send()).message).toMatchObject({ status: 'sent' })
  })

  test.each(['mobile', 'voip', 'unknown'] as const)('to a number with the line type %s is sent', async (lineType) => {
    const { send, lookedUp } = await open()
    await lookedUp(lineType)
    expect((await send()).message).toMatchObject({ status: 'sent' })
  })

  test('is sent to a landline whose look-up is 30 days old, or was made by another account, or for another number', async () => {
    const { send, lookedUp, neighbour } = await open()
    await lookedUp('landline', { at: new Date(NOW.getTime() - 30 * DAY_MS) })
    await lookedUp('landline', { of: (await neighbour()).id })
    await lookedUp('landline', { phone: BOB })
    expect((await send()).message).toMatchObject({ status: 'sent' })
  })

  test('is refused for its consent, its sender or the credits before it fails as a landline', async () => {
    const { send, lookedUp, optOut } = await open({ credits: { sms: 1, mms: 0 } })
    await lookedUp('landline')
    await expect(send()).rejects.toMatchObject({ code: 'insufficient-credits' })
    await optOut(ANN)
    await expect(send()).rejects.toMatchObject({ code: 'recipient-opted-out' })
    await expect(send({ from: '+12025550177' })).rejects.toMatchObject({ code: 'sender-not-assigned' })
  })

  test('replays the response to its key, even if the number is known as a landline since', async () => {
    const { send, lookedUp } = await open()
    const { message } = await send({ idempotencyKey: 'once' })
    await lookedUp('landline')
    expect(await send({ idempotencyKey: 'once' })).toEqual({ message, replayed: true })
  })

  test('fails in a later try, if the number has become known as a landline since', async () => {
    const fixture = await finishingFixture(inMemory({ now: NOW }))
    const { account, run, provider, send, pass, credits, stored, usedKey, jobsLeft } = fixture
    provider.script.push({ kind: 'try-later', afterMs: null })
    expect((await send()).message.status).toBe('queued')
    const carrier = { name: 'Bell', lineType: 'landline' } as const
    await run(async ({ accounts, carriers }) => {
      await accounts.save({ ...account, refuseLandlines: true })
      await carriers.save(account.id, [{ phone: ANN, carrier, at: NOW }])
    })
    await pass(60_000)
    expect(await stored()).toMatchObject({ status: 'failed', failure: { type: 'invalid_destination' } })
    expect(provider.submitted).toHaveLength(1)
    expect([(await credits()).sms, await usedKey(), await jobsLeft()]).toEqual([10, null, []])
  })

  test('fails too if its sender has a rate, and takes no slot of the sender', async () => {
    const { send, lookedUp, run, account, provider } = await open()
    const sender = (await run(({ senders }) => senders.find(account.id, '+12025550100')))!
    await run(({ senders }) => senders.put({ ...sender, messagesPerSecond: 1 }))
    await lookedUp('landline')
    const failed = [await send(), await send(), await send()]
    expect(failed.map(({ message }) => message)).toMatchObject([FAILURE, FAILURE, FAILURE])
    expect(provider.submitted).toEqual([])
    await lookedUp('mobile', { at: new Date(NOW.getTime() + 1) })
    expect((await send()).message).toMatchObject({ status: 'sent' })
  })
})

test('an account that does not refuse landlines texts them', async () => {
  const { send, lookedUp } = await open({ account: {} })
  await lookedUp('landline')
  expect((await send()).message).toMatchObject({ status: 'sent' })
})
