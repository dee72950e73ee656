import { broadcastingFixture, NOW } from '@carillon/contracts'
import { ERASED, EraseContact, type PhoneNumber } from '@carillon/core'
import { keyedSecrets, randomIds, systemChance, systemTimer } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { openTestDatabase } from '../testing/test-database.js'

const MEMBERS = 2_500
const ERASED_NUMBERS = 6

/** An account with members, on a database with concurrent transactions. */
async function open() {
  const database = await openTestDatabase()
  const { unitOfWork } = database
  const clock = { now: () => NOW }
  const secrets = keyedSecrets('the secret of a service')
  const deps = { unitOfWork, clock, secrets, ids: randomIds(clock), chance: systemChance, timer: systemTimer }
  const fixture = await broadcastingFixture(deps, { members: MEMBERS, credits: 20_000 })
  const { provider, account } = fixture
  const use = new EraseContact({ ...deps, provider })
  const countOf = async (phone: string) => {
    const like = `%${phone}%`
    const { rows } = await database.knex.raw<{ rows: { count: number }[] }>(COUNT, { like, account: account.id })
    return rows[0]!.count
  }
  const erase = (phone: PhoneNumber) => use.execute({ accountName: account.name, phone })
  return { ...fixture, erase, countOf }
}

const COUNT = `
  select ((select count(*) from message as t where t.account_id = :account and t::text like :like)
           + (select count(*) from broadcast_chunk as t where t.account_id = :account and t::text like :like))::integer as count`

test('numbers erased during a broadcast are removed from it, and counts and credits stay correct', async () => {
  const { start, work, erase, countOf, phones, provider, read, credits, failures, run, account } = await open()
  const keys = phones.map((_, i) => `key-${i}`)
  const recipients = { phones, keys, bodies: null, mediaUrls: null }
  const { broadcast } = await start({ recipients, body: 'Hi {{contact_first_name}}' })
  const gone = Array.from({ length: ERASED_NUMBERS }, (_, i) => phones[i * 417]!)
  const [first, ...others] = gone
  await erase(first!)
  await Promise.all([work(), work(), ...others.map(erase)])
  await work()
  expect(failures).toEqual([])
  for (const phone of gone) expect([phone, await countOf(phone)]).toEqual([phone, 0])
  const { counts, status } = await read(broadcast.id)
  const sent = provider.submitted.length
  expect([status, counts]).toEqual(['completed', { queued: 0, sent, failed: MEMBERS - sent, delivered: 0 }])
  expect(sent).toBeGreaterThanOrEqual(MEMBERS - ERASED_NUMBERS)
  expect(sent).toBeLessThan(MEMBERS)
  expect(await credits()).toEqual({ sms: 20_000 - 2 * sent, mms: 0, reserved: { sms: 0, mms: 0 } })
  const query = { from: 0, until: MEMBERS, status: null, offset: 0, limit: MEMBERS } as const
  const stored = await run(({ messages }) => messages.ofBroadcast(account.id, broadcast.id, query))
  expect(stored.filter(({ to }) => to === ERASED)).toHaveLength(ERASED_NUMBERS)
})
