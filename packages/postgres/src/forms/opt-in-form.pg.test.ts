import { ANN, BOB, formFixture, NOW, phoneOf, type FormGiven } from '@carillon/contracts'
import { FORM_LIMITS } from '@carillon/core'
import { keyedSecrets, randomIds, systemChance } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { signal } from '../testing/signal.js'
import { openTestDatabase } from '../testing/test-database.js'

/** The form of a group, on a database with concurrent transactions. */
async function open(given?: FormGiven) {
  const { unitOfWork } = await openTestDatabase()
  const clock = { now: () => NOW }
  const secrets = keyedSecrets('the secret of a service')
  return formFixture({ unitOfWork, secrets, clock, ids: randomIds(clock), chance: systemChance }, given)
}

const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

test('entering the right code eight times at once opts in once', async () => {
  const { request, enter, codeOf, optOut, consentOf, reread, vip, events } = await open()
  await optOut(ANN)
  const entry = await request()
  const code = (await codeOf(entry))!
  expect(await times(8, () => enter(entry, code))).toEqual(Array(8).fill({ kind: 'confirmed' }))
  expect(await reread(vip)).toMatchObject({ contactCount: 1 })
  expect(await events()).toMatchObject([{ type: 'contacts.group.opted_in', data: { reason: 'FORM' } }])
  const { state, log } = await consentOf()
  expect([state, log.map(({ group }) => group?.name ?? null)]).toEqual(['opted_in', [null, 'VIP']])
})

test('two entries of one number that are confirmed concurrently create one contact and one membership', async () => {
  const { request, enter, codeOf, consentOf, reread, vip, run, account } = await open()
  const entries = await times(2, () => request())
  const confirm = async (entry: (typeof entries)[0]) => enter(entry, (await codeOf(entry))!)
  expect(await Promise.all(entries.map(confirm))).toEqual(Array(2).fill({ kind: 'confirmed' }))
  expect(await reread(vip)).toMatchObject({ contactCount: 1 })
  expect(await run(({ consents }) => consents.find(account.id, ANN))).toMatchObject({ activeGroups: 1 })
  expect((await consentOf()).log).toHaveLength(2)
})

test('entering wrong codes concurrently never allows more than five tries', async () => {
  const { request, enter, codeOf, read } = await open()
  const entry = await request()
  const code = (await codeOf(entry))!
  const wrong = await times(8, (i) => enter(entry, String((Number(code) + i + 1) % 1_000_000).padStart(6, '0')))
  expect(wrong.filter(({ kind }) => kind === 'wrong')).toHaveLength(4)
  expect(wrong.filter(({ kind }) => kind === 'spent')).toHaveLength(4)
  expect(await enter(entry, code)).toEqual({ kind: 'spent' })
  expect(await read(entry)).toMatchObject({ attemptsLeft: 0 })
})

test('concurrent requests for codes never exceed the limit of a number', async () => {
  const { request, messages, balance } = await open()
  expect(new Set(await times(8, (i) => request({ address: `192.0.2.${i}` }))).size).toBe(8)
  expect(await messages()).toHaveLength(FORM_LIMITS.numberPerHour)
  expect(await balance()).toMatchObject({ sms: 90 })
})

test('concurrent requests for codes never exceed the limit of an address or of the account', async () => {
  const { request } = await open({ limits: { addressPerHour: 2, perHour: 3 } })
  const results = await Promise.allSettled(Array.from({ length: 6 }, (_, i) => request({ phone: phoneOf(i) })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const elsewhere = await Promise.allSettled(
    Array.from({ length: 6 }, (_, i) => request({ phone: phoneOf(i), address: `192.0.2.${i + 2}` })),
  )
  expect(elsewhere.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of [...results, ...elsewhere]) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'too-many-codes' })
  }
})

test('concurrent requests from two accounts never exceed the limit of a number in the service', async () => {
  const { unitOfWork } = await openTestDatabase()
  const clock = { now: () => NOW }
  const secrets = keyedSecrets('the secret of a service')
  const adapters = { unitOfWork, secrets, clock, ids: randomIds(clock), chance: systemChance }
  const limits = { numberPerHour: 100, numberPerDay: 100 }
  const ours = await formFixture(adapters, { limits })
  const theirs = await formFixture(adapters, {
    limits,
    account: { name: 'Bell' },
    senders: [{ number: '+12025550188' }],
  })
  for (const { readForm } of [ours, theirs]) await readForm()
  await times(16, (i) => (i % 2 === 0 ? ours : theirs).request({ address: `192.0.2.${i}` }))
  expect([...(await ours.messages()), ...(await theirs.messages())]).toHaveLength(10)
})

test('a request that is refused or sends nothing does not wait for a lock on the credits', async () => {
  const { request, run, account, messages } = await open({ limits: { addressPerHour: 1, numberPerHour: 1 } })
  await request({ phone: BOB })
  const [locked, released] = [signal(), signal()]
  const locking = run(async ({ credits }) => {
    await credits.lock(account.id)
    locked.give()
    await released.given
  })
  await locked.given
  await request({ isBot: true, address: '192.0.2.2' })
  await request({ phone: BOB, address: '192.0.2.3' })
  await expect(request()).rejects.toMatchObject({ code: 'too-many-codes' })
  released.give()
  await locking
  expect(await messages()).toHaveLength(1)
})
