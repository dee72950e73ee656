import { ANN, after, accountFixture, joiningFixture, scriptedProvider, type JoiningGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { refusalOf } from '../../model/consent/consent.js'
import type { Group } from '../../model/groups/group.js'
import { OPT_IN_MODES } from '../../model/groups/membership.js'
import { JoinGroup } from './join-group.js'
import { LeaveGroup } from './leave-group.js'

const open = (given?: JoiningGiven) => joiningFixture(inMemory({ now: after(100) }), given)
const active = (group: Group, optInAt: Date) => [{ id: group.id, name: group.name, optInAt, tags: group.tags }]
const pending = (group: Group, pendingSince: Date) => [{ id: group.id, name: group.name, pendingSince }]

test.each(['DIRECT', 'SILENT'] as const)('%s: the contact joins at once, and an event is emitted', async (mode) => {
  const { join, ann, vip, events, reread, consentOf } = await open()
  expect(await join(mode)).toMatchObject({ id: ann.id, groups: active(vip, after(100)), pendingGroups: [] })
  expect(await reread(vip)).toMatchObject({ contactCount: 1 })
  expect(await events()).toMatchObject([
    {
      type: 'contacts.group.opted_in',
      at: after(100),
      data: {
        contact: { id: ann.id, phoneNumber: ANN },
        group: { id: vip.id, name: 'VIP' },
        reason: mode,
      },
    },
  ])
  expect((await consentOf()).log).toEqual([
    {
      id: expect.stringMatching(/^log_/),
      at: after(100),
      by: 'API',
      action: 'OPT_IN',
      reason: mode,
      group: { id: vip.id, name: 'VIP' },
      text: null,
      form: null,
    },
  ])
})

test('CONFIRM: the contact is pending until its YES, and no event is emitted', async () => {
  const { join, vip, events, reread, consentOf } = await open()
  expect(await join('CONFIRM')).toMatchObject({ groups: [], pendingGroups: pending(vip, after(100)) })
  expect(await reread(vip)).toMatchObject({ contactCount: 0 })
  expect(await events()).toEqual([])
  expect((await consentOf()).log).toMatchObject([{ action: 'OPT_IN_REQUESTED', reason: 'CONFIRM', by: 'API' }])
})

test.each(OPT_IN_MODES)('if the contact is already active, %s changes nothing', async (mode) => {
  const { join, clock, vip, events, reread, consentOf } = await open()
  const before = await join('DIRECT')
  clock.advance(60_000)
  expect(await join(mode)).toEqual(before)
  expect(await reread(vip)).toMatchObject({ contactCount: 1 })
  expect(await events()).toHaveLength(1)
  expect((await consentOf()).log).toHaveLength(1)
})

test.each(['DIRECT', 'CONFIRM'] as const)('%s leaves a pending contact pending', async (mode) => {
  const { join, clock, consentOf } = await open()
  const before = await join('CONFIRM')
  clock.advance(60_000)
  expect(await join(mode)).toEqual(before)
  expect((await consentOf()).log).toHaveLength(1)
})

test('SILENT completes a pending membership', async () => {
  const { join, clock, vip, events, reread } = await open()
  await join('CONFIRM')
  clock.advance(60_000)
  expect(await join('SILENT')).toMatchObject({ groups: active(vip, after(160)), pendingGroups: [] })
  expect(await reread(vip)).toMatchObject({ contactCount: 1 })
  expect(await events()).toMatchObject([{ data: { reason: 'SILENT' } }])
})

test('a contact that is active in another group is not refused', async () => {
  const { join, group, vip } = await open()
  const other = await group({ name: 'Other' })
  await join('DIRECT', { group: other })
  expect(await join('CONFIRM')).toMatchObject({ groups: [{ name: 'Other' }], pendingGroups: pending(vip, after(100)) })
})

test('a contact that has left may join again', async () => {
  const fixture = await open()
  const { join, clock, account, vip, reread } = fixture
  await join('DIRECT')
  await new LeaveGroup(fixture).execute({ account, phone: ANN, group: vip.id })
  clock.advance(60_000)
  expect(await join('SILENT')).toMatchObject({ groups: active(vip, after(160)) })
  expect(await reread(vip)).toMatchObject({ contactCount: 1 })
})

test('only an active member of some group may be texted', async () => {
  const fixture = await open()
  const { join, account, run, group, vip } = fixture
  const refusal = async () => refusalOf(await run(({ consents }) => consents.find(account.id, ANN)))
  const leave = ({ id }: Group) => new LeaveGroup(fixture).execute({ account, phone: ANN, group: id })
  expect(await refusal()).toBe('not-opted-in')
  await join('CONFIRM')
  expect(await refusal()).toBe('not-opted-in')
  await join('SILENT')
  expect(await refusal()).toBeNull()
  const news = await group({ name: 'News' })
  await join('DIRECT', { group: news })
  await leave(vip)
  expect(await refusal()).toBeNull()
  await leave(news)
  expect(await refusal()).toBe('not-opted-in')
})

test('ten concurrent requests to join enrol the contact once', async () => {
  const { join, vip, events, reread, consentOf } = await open()
  await Promise.all(Array.from({ length: 10 }, () => join('DIRECT')))
  expect(await reread(vip)).toMatchObject({ contactCount: 1 })
  expect(await events()).toHaveLength(1)
  expect((await consentOf()).log).toHaveLength(1)
})

test('events are stored only for the types that an endpoint subscribes to', async () => {
  const adapters = inMemory()
  const fixture = await accountFixture(adapters)
  await fixture.listenTo('contacts.group.opted_out')
  const [ann, vip] = [await fixture.contact(), await fixture.group()]
  const input = { account: fixture.account, phone: ann.phone, group: vip.id }
  await new JoinGroup({ ...adapters, provider: scriptedProvider() }).execute({ ...input, mode: 'DIRECT' })
  expect(await fixture.events()).toEqual([])
  await new LeaveGroup(adapters).execute(input)
  expect(await fixture.events()).toMatchObject([{ type: 'contacts.group.opted_out' }])
})
