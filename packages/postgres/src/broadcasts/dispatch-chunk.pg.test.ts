import { broadcastingFixture, NOW, type BroadcastingGiven } from '@carillon/contracts'
import { parseReference, ReceiveReceipt } from '@carillon/core'
import { keyedSecrets, randomIds, systemChance, systemTimer } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { openTestDatabase, waitForLockWaiters } from '../testing/test-database.js'

const RECIPIENTS = 2_500
const WORKERS = 3

/** An account with members, on a database with concurrent transactions. */
async function open(given: BroadcastingGiven = {}) {
  const database = await openTestDatabase()
  const { unitOfWork } = database
  const clock = { now: () => NOW }
  const deps = {
    unitOfWork,
    clock,
    secrets: keyedSecrets('the secret of a service'),
    ids: randomIds(clock),
    chance: systemChance,
    timer: systemTimer,
  }
  const fixture = await broadcastingFixture(deps, { members: RECIPIENTS, credits: 20_000, ...given })
  return {
    ...fixture,
    database,
    workAtOnce: () => Promise.all(Array.from({ length: WORKERS }, fixture.work)),
  }
}

test('several workers complete a broadcast: each recipient is sent to once, and the credits are correct', async () => {
  const { start, workAtOnce, read, provider, credits, failures, phones } = await open()
  const recipients = { phones, keys: phones.map((_, i) => `key-${i}`), bodies: null, mediaUrls: null }
  const { broadcast } = await start({ recipients, body: 'Hi {{contact_first_name}}' })
  await workAtOnce()
  expect(failures).toEqual([])
  expect(provider.submitted.map(({ to }) => to).toSorted()).toEqual([...phones].toSorted())
  expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { queued: 0, sent: RECIPIENTS } })
  expect(await credits()).toEqual({ sms: 20_000 - 2 * RECIPIENTS, mms: 0, reserved: { sms: 0, mms: 0 } })
  expect((await start({ recipients })).broadcast.totalRecipients).toBe(0)
})

test('concurrent requests with the same idempotency key start one broadcast', async () => {
  const { start, credits } = await open({ members: 100 })
  const started = await Promise.all(Array.from({ length: 4 }, () => start({ idempotencyKey: 'order-1' })))
  expect(new Set(started.map(({ broadcast }) => broadcast.id)).size).toBe(1)
  expect(started.filter(({ replayed }) => !replayed)).toHaveLength(1)
  expect((await credits()).reserved.sms).toBe(200)
})

test('concurrent requests with the same recipients and recipient keys send to each recipient once', async () => {
  const { start, work, provider, phones } = await open({ members: 1_200 })
  const recipients = { phones, keys: phones.map(() => 'spring'), bodies: null, mediaUrls: null }
  const backward = { ...recipients, phones: phones.toReversed() }
  await Promise.all([start({ recipients }), start({ recipients: backward }), start({ recipients })])
  await work()
  expect(provider.submitted.map(({ to }) => to).toSorted()).toEqual([...phones].toSorted())
})

test('canceling a running broadcast skips recipients not yet submitted, and every credit is accounted for', async () => {
  const { start, workAtOnce, cancel, read, provider, credits } = await open()
  const { broadcast } = await start()
  const [, canceled] = await Promise.all([workAtOnce(), cancel(broadcast.id)])
  await workAtOnce()
  const { counts, status } = await read(broadcast.id)
  expect(status).toBe(canceled.broadcast.status)
  expect(counts).toEqual({ queued: 0, sent: provider.submitted.length, failed: 0, delivered: 0 })
  expect(await credits()).toMatchObject({ sms: 20_000 - 2 * counts.sent, reserved: { sms: 0 } })
})

test('a broadcast submits nothing to a number whose STOP was stored before the submission', async () => {
  const { start, workAtOnce, optOutNumber, provider, phones, read } = await open()
  const { broadcast } = await start()
  const stored = new Set<string>()
  const tooLate: string[] = []
  const submit = provider.submit.bind(provider)
  provider.submit = (submissions, options) => {
    tooLate.push(...submissions.filter(({ to }) => stored.has(to)).map(({ to }) => to))
    return submit(submissions, options)
  }
  const leaving = phones.filter((_, i) => i % 50 === 0)
  for (const phone of leaving.slice(0, 10)) {
    await optOutNumber(phone)
    stored.add(phone)
  }
  await workAtOnce()
  expect(tooLate).toEqual([])
  expect((await read(broadcast.id)).counts).toMatchObject({ sent: RECIPIENTS - 10, failed: 10 })
})

/** A broadcast whose receipts arrive before the provider responds. */
async function openEarly() {
  const fixture = await open({ members: 100 })
  const { account, provider } = fixture
  const receive = new ReceiveReceipt(fixture)
  const submit = provider.submit.bind(provider)
  provider.submit = async (submissions, options) => {
    for (const { reference } of submissions) {
      const { id } = parseReference(reference)!
      await receive.execute({ account: account.id, message: id, at: NOW, failure: null })
    }
    return submit(submissions, options)
  }
  return fixture
}

test('a receipt that arrives before its message is stored is counted when the chunk ends', async () => {
  const { start, work, read, run, account } = await openEarly()
  const { broadcast } = await start()
  await work()
  expect((await read(broadcast.id)).counts).toEqual({ queued: 0, sent: 100, failed: 0, delivered: 100 })
  const positions = { from: 0, until: 100 }
  expect(await run(({ messages }) => messages.withReceiptKept(account.id, broadcast.id, positions))).toEqual([])
})

test('ending a chunk locks its messages before their receipts, as settling a single message does', async () => {
  const { database, start, work, read, provider, account } = await openEarly()
  const { broadcast } = await start()
  const submit = provider.submit.bind(provider)
  const { working } = await database.knex.transaction(async (trx) => {
    provider.submit = async (submissions, options) => {
      const outcomes = await submit(submissions, options)
      await trx.raw('select from receipt where account_id = ? for update', [account.id])
      return outcomes
    }
    const working = work()
    await waitForLockWaiters(database)
    const free = 'select id from message where account_id = ? for update skip locked'
    expect((await trx.raw(free, [account.id])).rows).toEqual([])
    return { working }
  })
  await working
  expect((await read(broadcast.id)).counts).toMatchObject({ sent: 100, delivered: 100 })
})
