import { ids, memberNumber, NOW, pooledNumber, poolsFixture, type PoolsGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { FindAnyBroadcast } from '../broadcasts/read-broadcast.js'
import { PreviewBroadcast } from '../broadcasts/preview-broadcast.js'
import { Once } from '../idempotency/once.js'
import { ReceiveInbound } from '../inbound/receive-inbound.js'
import { PreviewMessage } from '../messages/preview-message.js'
import { SendMessage, type SendMessageInput } from '../messages/send-message.js'

const [A, B] = [pooledNumber(0), pooledNumber(1)]
const [ANN, BOB] = [memberNumber(0), memberNumber(1)]
const STRANGER = '+15125550199' as PhoneNumber

async function open(given: PoolsGiven = {}) {
  const fixture = await poolsFixture(inMemory({ now: NOW }), { credits: 10_000, ...given })
  const { account, pool } = fixture
  const sendMessage = new SendMessage({ ...fixture, once: new Once(fixture) })
  const receiveInbound = new ReceiveInbound(fixture)
  const input = { account, to: ANN, from: pool.id, body: 'Hi', mediaUrl: null, idempotencyKey: null }
  let received = 0
  return {
    ...fixture,
    input,
    send: (one: Partial<SendMessageInput> = {}) => sendMessage.execute({ ...input, ...one }),
    text: (from: string, to: string, body = 'Hello') =>
      receiveInbound.execute({ from, to, body, mediaUrl: null, providerId: `text-${++received}` }),
  }
}

describe('a single message from a pool', () => {
  test('is sent from the number that its recipient has in the pool, and shows that number', async () => {
    const { send, give, provider } = await open()
    await give([[ANN, B]])
    expect((await send()).message).toMatchObject({ from: B, status: 'sent' })
    expect(provider.submitted).toMatchObject([{ from: B, to: ANN }])
  })

  test('gives a new recipient a number, which it keeps', async () => {
    const { send, kept, loads } = await open()
    expect([(await send()).message.from, (await send({ to: BOB })).message.from]).toEqual([A, B])
    expect((await send()).message.from).toBe(A)
    expect(await kept([ANN, BOB])).toEqual(new Map([[ANN, A], [BOB, B]])) // prettier-ignore
    expect(await loads()).toEqual([1, 1])
  })

  test('goes to another number if the recipient has an inactive one', async () => {
    const { send, give, putSender, kept } = await open()
    await give([[ANN, B]])
    await putSender(1, { status: 'inactive' })
    expect((await send()).message.from).toBe(A)
    expect(await kept([ANN])).toEqual(new Map([[ANN, A]]))
  })

  test('that is refused for lack of consent gives no number', async () => {
    const { send, kept, loads, putSender } = await open()
    await putSender(0, { status: 'inactive' })
    await expect(send({ to: STRANGER })).rejects.toMatchObject({ code: 'recipient-not-opted-in' })
    expect(await kept([STRANGER])).toEqual(new Map())
    expect(await loads()).toEqual([0, 0])
  })

  test('is answered again in the same way when it is repeated with its key', async () => {
    const { send, putSender, provider } = await open()
    const first = await send({ idempotencyKey: 'order-1' })
    await putSender(0, { status: 'inactive' })
    const again = await send({ idempotencyKey: 'order-1' })
    expect(again).toEqual({ ...first, replayed: true })
    await putSender(1, { status: 'inactive' })
    expect(await send({ idempotencyKey: 'order-1' })).toEqual({ ...first, replayed: true })
    expect(provider.submitted).toHaveLength(1)
  })

  test('waits for a slot of its number if the number has a rate', async () => {
    const { send, workFor, provider } = await open({ rates: [1] })
    for (const n of [0, 1, 2]) await send({ to: memberNumber(n) })
    await workFor(4)
    expect(provider.submitted.map(({ from }) => from)).toEqual([A, A, A])
  })
})

describe('a send from a pool is refused', () => {
  test.each(['send', 'preview', 'broadcast', 'broadcast preview'] as const)(
    'the same way in each case: %s',
    async (way) => {
      const fixture = await open()
      const { account, pool, putSender, phones, startFromPool } = fixture
      const recipients = { phones, keys: null, bodies: null, mediaUrls: null }
      const bulk = { kind: 'broadcast', account, body: 'Hi', idempotencyKey: null, recipients } as const
      const ask = ({ from = pool.id as string, mediaUrl = null as string | null }): Promise<unknown> => {
        const single = { ...fixture.input, from, mediaUrl }
        if (way === 'send') return fixture.send(single)
        if (way === 'preview') return new PreviewMessage(fixture).execute(single)
        if (way === 'broadcast') return startFromPool({ from, mediaUrl })
        return new PreviewBroadcast(fixture).execute({ ...bulk, from, mediaUrl })
      }
      const codeOf = (asked: Promise<unknown>) =>
        asked.then(
          () => null,
          ({ code, message }: { code: string; message: string }) => [code, message],
        )
      const other = ids.next('pool')
      expect(await codeOf(ask({ from: other }))).toEqual([
        'sender-not-assigned',
        `${other} is not a pool of this account`,
      ])
      const mediaUrl = 'https://media.example.com/a.png'
      for (const n of [0, 1]) await putSender(n, { mms: n === 0 })
      const only = `from cannot send MMS: these numbers of the pool ${pool.id} are for SMS only: ${B}`
      expect(await codeOf(ask({ mediaUrl }))).toEqual(['invalid-input', only])
      for (const n of [0, 1]) await putSender(n, { status: 'inactive' })
      expect(await codeOf(ask({}))).toEqual(['sender-not-active', `No number of the pool ${pool.id} is active`])
      expect(await codeOf(ask({ mediaUrl }))).toContain('sender-not-active')
    },
  )

  test('only if one of its active numbers cannot send MMS', async () => {
    const { send, putSender, run, account } = await open({ credits: 100 })
    await putSender(0, { mms: true })
    await putSender(1, { mms: false, status: 'inactive' })
    const mediaUrl = 'https://media.example.com/a.png'
    await expect(send({ mediaUrl })).rejects.toMatchObject({ code: 'insufficient-credits' })
    expect((await run(({ credits }) => credits.balance(account.id))).mms).toBe(0)
  })
})

describe('a person who texts a number of a pool', () => {
  test('before it has one in the pool, keeps that number', async () => {
    const { text, kept, send, loads } = await open()
    await text(ANN, B)
    expect(await kept([ANN])).toEqual(new Map([[ANN, B]]))
    expect(await loads()).toEqual([0, 1])
    expect((await send()).message.from).toBe(B)
  })

  test('keeps its own number if it has one, even if it texts another', async () => {
    const { text, kept, give } = await open()
    await give([[ANN, A]])
    await text(ANN, B)
    expect(await kept([ANN])).toEqual(new Map([[ANN, A]]))
  })

  test('keeps it if its own number is inactive', async () => {
    const { text, give, putSender, kept } = await open()
    await give([[ANN, B]])
    await putSender(1, { status: 'inactive' })
    await text(ANN, A)
    expect(await kept([ANN])).toEqual(new Map([[ANN, A]]))
  })

  test('together with others, keeps it too, and each counts once', async () => {
    const { text, kept, loads, phones } = await open()
    await Promise.all([...phones.slice(0, 20), ...phones.slice(0, 20)].map((phone) => text(phone, B)))
    expect(new Set((await kept(phones.slice(0, 20))).values())).toEqual(new Set([B]))
    expect(await loads()).toEqual([0, 20])
  })

  test('gets no number if it texts a number that is inactive, or in no pool, or has no number itself', async () => {
    const { text, kept, putSender, from } = await open()
    await putSender(1, { status: 'inactive' })
    await text(ANN, B)
    await text(BOB, from)
    await text('24275', A)
    expect(await kept()).toEqual(new Map())
  })

  test('costs no statement of pools if the number that it texts is in none', async () => {
    const { from, unitOfWork, ...deps } = await open()
    const withoutPools: typeof unitOfWork = {
      run: (work) => unitOfWork.run((stores) => work(Object.create(stores, { pools: { value: {} } }) as typeof stores)),
      runOne: (work) => unitOfWork.runOne(work),
    }
    const receive = new ReceiveInbound({ ...deps, unitOfWork: withoutPools })
    const one = { from: ANN, to: from, body: 'Hello', mediaUrl: null, providerId: 'own-1' }
    expect(await receive.execute(one)).toMatchObject({ isHandled: true })
    await expect(receive.execute({ ...one, to: A, providerId: 'own-2' })).rejects.toThrow(TypeError)
  })
})

test('a STOP to one number of a pool is a STOP to the account, from all its numbers', async () => {
  const { text, send, startFromPool, work, provider, give, messages, from } = await open({ members: 100 })
  await give([[ANN, A]])
  await text(ANN, B, 'STOP')
  await expect(send()).rejects.toMatchObject({ code: 'recipient-opted-out' })
  await expect(send({ from })).rejects.toMatchObject({ code: 'recipient-opted-out' })
  const { broadcast } = await startFromPool()
  await work()
  expect(provider.submitted.filter(({ to, body }) => to === ANN && body === 'Hello')).toEqual([])
  expect((await messages(broadcast.id)).totalCount).toBe(99)
})

test('a STOP while a broadcast from a pool is sent stops the recipients who wait for their number', async () => {
  const { text, startFromPool, workFor, provider, read, give, messages, pool } = await open({
    members: 100,
    rates: [1, 50],
  })
  await give([[ANN, A], [BOB, A]]) // prettier-ignore
  const { broadcast } = await startFromPool()
  await workFor(0.1)
  expect(provider.submitted.some(({ to }) => to === BOB)).toBe(false)
  await text(BOB, B, 'STOP')
  await workFor(200, { stepMs: 500 })
  expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 99, failed: 1 } })
  const { results } = await messages(broadcast.id, { status: 'failed' })
  expect(results).toMatchObject([{ to: BOB }])
  expect([A, pool.id]).toContain(results[0]!.from)
})

describe('a broadcast from a pool', () => {
  test('shows the pool as it was when it was accepted', async () => {
    const { startFromPool, read, pool, start } = await open()
    const { broadcast } = await startFromPool()
    expect(broadcast).toMatchObject({ from: pool.id, pool: { id: pool.id, name: 'Main' } })
    expect(await read(broadcast.id)).toMatchObject({ from: pool.id, pool: { id: pool.id, name: 'Main' } })
    expect((await start()).broadcast.pool).toBeNull()
  })

  test('is estimated by the rates of its active numbers together', async () => {
    const { startFromPool, putSender, unitOfWork } = await open({ rates: [3, 4, 5] })
    const { id } = (await startFromPool()).broadcast
    const rate = async () => (await new FindAnyBroadcast({ unitOfWork }).execute({ id })).messagesPerSecond
    expect(await rate()).toBe(12)
    await putSender(1, { status: 'inactive' })
    expect(await rate()).toBe(8)
    await putSender(2, { messagesPerSecond: null })
    expect(await rate()).toBeNull()
  })
})

test('a person who is a stranger to the account gets a number only when it texts one', async () => {
  const { text, kept } = await open()
  await text(STRANGER, A, 'START')
  expect(await kept([STRANGER])).toEqual(new Map([[STRANGER, A]]))
})
