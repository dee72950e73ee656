import { ANN, broadcastingFixture, NOW, sendingFixture } from '@carillon/contracts'
import type { CarrierDirectory } from '@carillon/core'
import { keyedSecrets, randomIds, systemChance, systemTimer } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { openTestDatabase } from '../testing/test-database.js'

const RECIPIENTS = 1_200
const WORKERS = 3
const REFUSES = { account: { refuseLandlines: true } }

/** Every third member has a landline. */
const isLandline = (phone: string) => Number(phone.slice(-4)) % 3 === 0
const directory: CarrierDirectory = {
  lookUp: async (phones) =>
    phones.map((phone) => ({ name: 'Bell', lineType: isLandline(phone) ? 'landline' : 'mobile' })),
}

async function adapters() {
  const { unitOfWork } = await openTestDatabase()
  const clock = { now: () => NOW }
  const ids = randomIds(clock)
  const secrets = keyedSecrets('the secret of a service')
  return { unitOfWork, clock, ids, secrets, chance: systemChance, timer: systemTimer }
}

test.each(['looked up', 'known'])(
  'the landlines among the recipients of a broadcast fail, cost nothing and free their keys: %s',
  async (how) => {
    const given = { ...REFUSES, directory, members: RECIPIENTS, credits: 20_000 }
    const fixture = await broadcastingFixture(await adapters(), given)
    const { start, work, read, messages, provider, credits, failures, phones, run, account } = fixture
    if (how === 'known') await start().then(work)
    const spentBefore = 20_000 - (await credits()).sms
    provider.submitted.splice(0)
    const keys = phones.map((_, i) => `key-${i}`)
    const { broadcast } = await start({ recipients: { phones, keys, bodies: null, mediaUrls: null } })
    await Promise.all(Array.from({ length: WORKERS }, work))
    expect(failures).toEqual([])
    const mobiles = phones.filter((phone) => !isLandline(phone))
    expect(provider.submitted.map(({ to }) => to).toSorted()).toEqual([...mobiles].toSorted())
    const counts = { queued: 0, sent: mobiles.length, failed: RECIPIENTS - mobiles.length }
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts })
    const { results } = await messages(broadcast.id, { status: 'failed', limit: 1 })
    expect(results).toMatchObject([{ to: phones.find(isLandline), errorType: 'invalid_destination' }])
    const price = how === 'known' ? 1 : 2
    const spent = spentBefore + price * mobiles.length
    expect(await credits()).toEqual({ sms: 20_000 - spent, mms: 0, reserved: { sms: 0, mms: 0 } })
    const used = await run((stores) => stores.recipientKeys.used({ account: account.id, phones, keys, now: NOW }))
    expect(used).toEqual(new Set([...phones.keys()].filter((i) => !isLandline(phones[i]!))))
  },
)

test('a single message to a known landline fails at once, costs nothing and frees its key', async () => {
  const { send, run, account, provider, credits } = await sendingFixture(await adapters(), REFUSES)
  const carrier = { name: 'Bell', lineType: 'landline' } as const
  await run(({ carriers }) => carriers.save(account.id, [{ phone: ANN, carrier, at: NOW }]))
  const first = await send({ idempotencyKey: 'order-1' })
  expect(first.message).toMatchObject({ status: 'failed', errorType: 'invalid_destination', sentAt: null })
  expect(provider.submitted).toEqual([])
  expect(await credits()).toEqual({ sms: 10, mms: 2, reserved: { sms: 0, mms: 0 } })
  const again = await send({ idempotencyKey: 'order-1' })
  expect(again.replayed).toBe(false)
  expect(again.message.id).not.toBe(first.message.id)
})

test('a setting that is saved counts for the messages of a broadcast that already runs', async () => {
  const given = { directory, members: 150, credits: 1_000 }
  const { start, work, read, run, account, phones } = await broadcastingFixture(await adapters(), given)
  const { broadcast } = await start()
  await run(({ accounts }) => accounts.save({ ...account, refuseLandlines: true }))
  await work()
  expect((await read(broadcast.id)).counts).toMatchObject({ failed: phones.filter(isLandline).length })
})
