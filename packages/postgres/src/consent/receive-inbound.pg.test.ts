import {
  ANN,
  NOW,
  aLedgerEntry,
  aMessageQuery,
  aSender,
  accountFixture,
  describeInboundTogether,
  scriptedProvider,
} from '@carillon/contracts'
import { JoinGroup, LeaveGroup, ReadConsent, ReceiveInbound } from '@carillon/core'
import { keyedSecrets, randomIds, systemChance } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { openTestDatabase } from '../testing/test-database.js'

const OURS = '+12025550199'

describeInboundTogether(async () => {
  const { unitOfWork } = await openTestDatabase()
  const clock = { now: () => NOW }
  const secrets = keyedSecrets('the secret of a service')
  return { unitOfWork, clock, secrets, ids: randomIds(clock), chance: systemChance }
})

/** An account with a number, credits and a default group, on a database with concurrent transactions. */
async function open() {
  const { unitOfWork } = await openTestDatabase()
  const provider = scriptedProvider()
  const secrets = keyedSecrets('the secret of a service')
  // A fixed clock: on a slow machine, replies could otherwise be left to their jobs, which these tests never run.
  const clock = { now: () => NOW }
  const deps = { unitOfWork, provider, secrets, clock, ids: randomIds(clock), chance: systemChance }
  const fixture = await accountFixture(deps)
  const { account, run } = fixture
  await run(async (stores) => {
    await stores.senders.put(aSender({ account: account.id, number: OURS }))
    await stores.credits.post(account.id, [aLedgerEntry({ account: account.id, amount: 100 })])
  })
  const vip = await fixture.group({ isDefault: true, optInMessage: 'Welcome!' })
  const receiveInbound = new ReceiveInbound(deps)
  let received = 0
  const text = (body: string, providerId = `text-${++received}`) =>
    receiveInbound.execute({ from: ANN, to: OURS, body, mediaUrl: null, providerId })
  return {
    ...fixture,
    deps,
    vip,
    text,
    texts: provider.submitted,
    messages: async () => (await run((stores) => stores.messages.list(account.id, aMessageQuery()))).results,
    consentOf: () => new ReadConsent(deps).execute({ account, phone: ANN }),
    activeGroups: async () => (await run(({ consents }) => consents.find(account.id, ANN))).activeGroups,
  }
}

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

test('a text that is delivered eight times at once is stored as one message and gets one reply', async () => {
  const { text, texts, messages } = await open()
  const results = await times(8, () => text('HELP', 'the same'))
  expect(results).toMatchObject(Array(8).fill({ isHandled: true }))
  expect(texts).toHaveLength(1)
  expect(await messages()).toHaveLength(2)
})

test('eight STOPs at once get one reply, and opt out only once', async () => {
  const { text, texts, messages, consentOf, contact, member, vip, reread } = await open()
  await member(await contact(), vip)
  await times(8, () => text('STOP'))
  expect(texts).toHaveLength(1)
  expect(await messages()).toHaveLength(9)
  expect(await consentOf()).toMatchObject({ state: 'opted_out', groups: [] })
  expect((await consentOf()).log.map(({ reason }) => reason)).toEqual(['STOP', 'STOP'])
  expect(await reread(vip)).toMatchObject({ contactCount: 0 })
})

test('eight STARTs at once create one contact and ask for one YES, and eight YESs at once confirm once', async () => {
  const { text, texts, run, account, consentOf, vip, reread, activeGroups } = await open()
  await times(8, () => text('START'))
  expect(texts).toHaveLength(1)
  expect(await run(({ contacts }) => contacts.after(account.id, null, 10))).toHaveLength(1)
  await times(8, () => text('YES'))
  expect(await consentOf()).toMatchObject({ state: 'opted_in' })
  expect((await consentOf()).log.map(({ reason }) => reason)).toEqual(['CONFIRMED', 'START'])
  expect(await reread(vip)).toMatchObject({ contactCount: 1 })
  expect(await activeGroups()).toBe(1)
})

test('a START whose confirmation exceeds the credits stores its messages, but no contact or consent', async () => {
  const { text, run, account, messages, consentOf } = await open()
  const spent = aLedgerEntry({ account: account.id, from: 'available', to: 'spent', amount: 99 })
  await run(({ credits }) => credits.post(account.id, [spent]))
  expect(await text('START')).toMatchObject({ isHandled: true })
  expect((await messages()).map(({ status }) => status).sort()).toEqual(['failed', 'sent'])
  expect(await run(({ contacts }) => contacts.after(account.id, null, 10))).toEqual([])
  expect(await consentOf()).toMatchObject({ state: 'none', log: [] })
})

test('after concurrent joins, leaves and keywords, every count equals the number of memberships', async () => {
  const { text, deps, account, contact, vip, reread, consentOf, activeGroups } = await open()
  await contact()
  const input = { account, phone: ANN, group: vip.id }
  const [joinGroup, leaveGroup] = [new JoinGroup(deps), new LeaveGroup(deps)]
  const attempts = ['STOP', 'START', 'YES', 'STOP', 'START', 'YES'].flatMap((keyword) => [
    () => text(keyword),
    () => joinGroup.execute({ ...input, mode: 'DIRECT' }).catch((error) => expect(error.code).toBe('hard-opted-out')),
    () => leaveGroup.execute(input),
  ])
  await Promise.all(attempts.map((attempt) => attempt()))
  const { groups } = await consentOf()
  expect(await reread(vip)).toMatchObject({ contactCount: groups.length })
  expect(await activeGroups()).toBe(groups.length)
})
