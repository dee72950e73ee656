import { ANN, BOB, NOW, aLedgerEntry, aSender, after, accountFixture, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ApplyAccount } from '../declarations/apply-account.js'
import { JoinGroup } from './join-group.js'
import { LeaveGroup } from './leave-group.js'
import { ReadConsent } from './read-consent.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters)
  const joinGroup = new JoinGroup({ ...adapters, provider: scriptedProvider() })
  const read = (phone = ANN) => new ReadConsent(adapters).execute({ account: fixture.account, phone })
  return { ...adapters, ...fixture, joinGroup, read }
}

test('an unknown number has no consent', async () => {
  const { read } = await open()
  expect(await read()).toEqual({
    state: 'none',
    groups: [],
    pendingGroups: [],
    optedOutAt: null,
    providerOptOuts: [],
    log: [],
  })
})

test('a number without a contact may have opted out', async () => {
  const { read, optOut } = await open()
  await optOut(ANN, after(1))
  expect(await read()).toMatchObject({ state: 'opted_out', optedOutAt: after(1), groups: [] })
  expect(await read(BOB)).toMatchObject({ state: 'none' })
})

test('an opt-out takes precedence over memberships, and an active membership over a pending one', async () => {
  const { read, contact, group, member, optOut } = await open()
  const ann = await contact()
  await member(ann, await group(), { state: 'pending' })
  expect(await read()).toMatchObject({ state: 'pending' })
  await member(ann, await group())
  expect(await read()).toMatchObject({ state: 'opted_in' })
  await optOut(ANN)
  expect(await read()).toMatchObject({ state: 'opted_out' })
})

test('provider opt-outs are shown newest first, and do not change the state', async () => {
  const { read, account, contact, group, member, run } = await open()
  await member(await contact(), await group())
  const [one, other] = ['+12025550188', '+12025550177']
  const optOut = { account: account.id, phone: ANN }
  await run(({ consents }) => consents.saveProviderOptOut({ ...optOut, sender: one, at: after(1) }))
  await run(({ consents }) => consents.saveProviderOptOut({ ...optOut, sender: other, at: after(2) }))
  expect(await read()).toMatchObject({ state: 'opted_in', optedOutAt: null })
  expect((await read()).providerOptOuts).toEqual([
    { sender: other, at: after(2) },
    { sender: one, at: after(1) },
  ])
})

test('the log shows every change, newest first, including those of a deleted group', async () => {
  const fixture = await open()
  const { account, clock, joinGroup, read } = fixture
  await fixture.contact()
  await fixture.run(({ senders }) => senders.put(aSender({ account: account.id })))
  await fixture.run(({ credits }) => credits.post(account.id, [aLedgerEntry({ account: account.id })]))
  const vip = await fixture.group({ name: 'VIP' })
  const input = { account, phone: ANN, group: vip.id }
  await joinGroup.execute({ ...input, mode: 'CONFIRM' })
  clock.advance(1_000)
  await joinGroup.execute({ ...input, mode: 'SILENT' })
  clock.advance(1_000)
  await new LeaveGroup(fixture).execute(input)
  await new ApplyAccount(fixture).execute({ declaration: { name: account.name, groups: [] }, prune: true })
  const group = { id: vip.id, name: 'VIP' }
  expect((await read()).log).toMatchObject([
    { action: 'MANUAL_REMOVAL', reason: 'USER_REMOVED', at: after(2), group },
    { action: 'OPT_IN', reason: 'SILENT', at: after(1), group },
    { action: 'OPT_IN_REQUESTED', reason: 'CONFIRM', at: NOW, group },
  ])
})

test('the log of one account shows no entries of another account', async () => {
  const fixture = await open()
  await fixture.contact()
  const vip = await fixture.group()
  await fixture.joinGroup.execute({ account: fixture.account, phone: ANN, group: vip.id, mode: 'DIRECT' })
  const other = await fixture.neighbour()
  expect(await new ReadConsent(fixture).execute({ account: other, phone: ANN })).toMatchObject({
    state: 'none',
    log: [],
  })
})
