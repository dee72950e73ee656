import { ANN, BOB, CAT, NOW, aContact, after, houseOf, ids } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { Contact } from '../contacts/contact.js'
import type { Group } from '../groups/group.js'
import type { ErrorCode } from '../errors.js'
import { refusalOf } from './consent-gate.js'
import { JoinGroup } from './join-group.js'
import { LeaveGroup } from './leave-group.js'
import { OPT_IN_MODES, type OptInMode } from './membership.js'
import { ReadConsent } from './read-consent.js'

/** Ann, and a group that she may join. */
async function open({ silentOptIn = true } = {}) {
  const adapters = inMemory({ now: after(100) })
  const house = await houseOf(adapters, { capabilities: { silentOptIn } })
  const { account } = house
  const [ann, vip] = [await house.contact(), await house.group({ name: 'VIP' })]
  await house.listenTo('contacts.group.opted_in', 'contacts.group.opted_out')
  const joinGroup = new JoinGroup(adapters)
  const join = (mode: OptInMode, { contact = ann, group = vip }: { contact?: Contact; group?: Group } = {}) =>
    joinGroup.execute({ account, phone: contact.phone, group: group.id, mode })
  const consentOf = (phone = ANN) => new ReadConsent(adapters).execute({ account, phone })
  return { ...adapters, ...house, ann, vip, joinGroup, join, consentOf }
}

const active = (group: Group, optInAt: Date) => [{ id: group.id, name: group.name, optInAt, tags: group.tags }]
const pending = (group: Group, pendingSince: Date) => [{ id: group.id, name: group.name, pendingSince }]
const code = (code: ErrorCode) => ({ code })

test.each(['DIRECT', 'SILENT'] as const)('%s: the contact joins at once, and the event tells it', async (mode) => {
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
    },
  ])
})

test('CONFIRM: the contact waits for its own YES, and no event says that it joined', async () => {
  const { join, vip, events, reread, consentOf } = await open()
  expect(await join('CONFIRM')).toMatchObject({ groups: [], pendingGroups: pending(vip, after(100)) })
  expect(await reread(vip)).toMatchObject({ contactCount: 0 })
  expect(await events()).toEqual([])
  expect((await consentOf()).log).toMatchObject([{ action: 'OPT_IN_REQUESTED', reason: 'CONFIRM', by: 'API' }])
})

test.each(OPT_IN_MODES)('active already: %s is a no-op', async (mode) => {
  const { join, clock, vip, events, reread, consentOf } = await open()
  const before = await join('DIRECT')
  clock.advance(60_000)
  expect(await join(mode)).toEqual(before)
  expect(await reread(vip)).toMatchObject({ contactCount: 1 })
  expect(await events()).toHaveLength(1)
  expect((await consentOf()).log).toHaveLength(1)
})

test.each(['DIRECT', 'CONFIRM'] as const)('pending: %s again leaves it pending', async (mode) => {
  const { join, clock, consentOf } = await open()
  const before = await join('CONFIRM')
  clock.advance(60_000)
  expect(await join(mode)).toEqual(before)
  expect((await consentOf()).log).toHaveLength(1)
})

test('pending: SILENT completes the membership', async () => {
  const { join, clock, vip, events, reread } = await open()
  await join('CONFIRM')
  clock.advance(60_000)
  expect(await join('SILENT')).toMatchObject({ groups: active(vip, after(160)), pendingGroups: [] })
  expect(await reread(vip)).toMatchObject({ contactCount: 1 })
  expect(await events()).toMatchObject([{ data: { reason: 'SILENT' } }])
})

test('SILENT is refused to an account without the capability, the other modes are not', async () => {
  const { join, reread, vip } = await open({ silentOptIn: false })
  await expect(join('SILENT')).rejects.toMatchObject(code('silent-unavailable'))
  expect(await reread(vip)).toMatchObject({ contactCount: 0 })
  await expect(join('DIRECT')).resolves.toMatchObject({ groups: [{ name: 'VIP' }] })
})

test.each(OPT_IN_MODES)('a hard-opted-out contact cannot be re-enrolled: %s', async (mode) => {
  const { join, optOut, vip, events, reread, consentOf } = await open()
  await optOut(ANN, after(1))
  await expect(join(mode)).rejects.toMatchObject(code('hard-opted-out'))
  expect(await reread(vip)).toMatchObject({ contactCount: 0 })
  expect(await events()).toEqual([])
  expect(await consentOf()).toMatchObject({ state: 'opted_out', groups: [], pendingGroups: [], log: [] })
})

test('an opt-out that came before there was a contact holds for it', async () => {
  const { joinGroup, account, vip, optOut, contact } = await open()
  await optOut(BOB)
  await contact({ phone: BOB })
  const joining = joinGroup.execute({ account, phone: BOB, group: vip.id, mode: 'DIRECT' })
  await expect(joining).rejects.toMatchObject(code('hard-opted-out'))
})

test.each(OPT_IN_MODES)('a contact that is pending in another group is refused: %s', async (mode) => {
  const { join, group, vip } = await open()
  const other = await group({ name: 'Other' })
  await join('CONFIRM', { group: other })
  await expect(join(mode, { group: vip })).rejects.toMatchObject(code('pending-elsewhere'))
})

test('a contact that is active in another group is not refused', async () => {
  const { join, group, vip } = await open()
  const other = await group({ name: 'Other' })
  await join('DIRECT', { group: other })
  expect(await join('CONFIRM')).toMatchObject({ groups: [{ name: 'Other' }], pendingGroups: pending(vip, after(100)) })
})

test('pending here and elsewhere: DIRECT and CONFIRM are a no-op, SILENT is refused', async () => {
  const { join, group, member, ann, vip, reread } = await open()
  await member(ann, vip, { state: 'pending', since: NOW })
  await member(ann, await group(), { state: 'pending' })
  for (const mode of ['DIRECT', 'CONFIRM'] as const) {
    expect((await join(mode)).pendingGroups).toHaveLength(2)
  }
  await expect(join('SILENT')).rejects.toMatchObject(code('pending-elsewhere'))
  expect(await reread(vip)).toMatchObject({ contactCount: 0 })
})

test('who has left may join again', async () => {
  const house = await open()
  const { join, clock, account, vip, reread } = house
  await join('DIRECT')
  await new LeaveGroup(house).execute({ account, phone: ANN, group: vip.id })
  clock.advance(60_000)
  expect(await join('SILENT')).toMatchObject({ groups: active(vip, after(160)) })
  expect(await reread(vip)).toMatchObject({ contactCount: 1 })
})

test('the checks come in their order', async () => {
  const house = await open({ silentOptIn: false })
  const { joinGroup, account, vip, join, group, ann, member, optOut } = house
  const missing = ids.next('grp')
  const nobody = joinGroup.execute({ account, phone: CAT, group: missing, mode: 'SILENT' })
  await expect(nobody).rejects.toMatchObject(code('contact-not-found'))
  const nowhere = joinGroup.execute({ account, phone: ANN, group: missing, mode: 'SILENT' })
  await expect(nowhere).rejects.toMatchObject(code('group-not-found'))

  const joined = await group({ name: 'Joined' })
  await member(ann, joined)
  await member(ann, await group({ name: 'Elsewhere' }), { state: 'pending' })
  await optOut(ANN)
  for (const mode of OPT_IN_MODES) await expect(join(mode, { group: joined })).resolves.toMatchObject({ id: ann.id })
  await expect(join('SILENT')).rejects.toMatchObject(code('silent-unavailable'))
  await expect(join('DIRECT')).rejects.toMatchObject(code('hard-opted-out'))
  await expect(join('CONFIRM', { group: vip })).rejects.toMatchObject(code('hard-opted-out'))
})

test("another account's contact and group are not found", async () => {
  const { joinGroup, neighbour, run, vip } = await open()
  const other = await neighbour()
  const join = () => joinGroup.execute({ account: other, phone: ANN, group: vip.id, mode: 'DIRECT' })
  await expect(join()).rejects.toMatchObject(code('contact-not-found'))
  await run(({ contacts }) => contacts.add([aContact({ account: other.id })]))
  await expect(join()).rejects.toMatchObject(code('group-not-found'))
})

test('only an active member of some group may be texted', async () => {
  const house = await open()
  const { join, account, run, group, vip } = house
  const refusal = async () => refusalOf(await run(({ consents }) => consents.find(account.id, ANN)))
  const leave = ({ id }: Group) => new LeaveGroup(house).execute({ account, phone: ANN, group: id })
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

test('ten requests to join at once enrol once', async () => {
  const { join, vip, events, reread, consentOf } = await open()
  await Promise.all(Array.from({ length: 10 }, () => join('DIRECT')))
  expect(await reread(vip)).toMatchObject({ contactCount: 1 })
  expect(await events()).toHaveLength(1)
  expect((await consentOf()).log).toHaveLength(1)
})

test('events are kept only for the types that an endpoint subscribes to', async () => {
  const adapters = inMemory()
  const house = await houseOf(adapters)
  await house.listenTo('contacts.group.opted_out')
  const [ann, vip] = [await house.contact(), await house.group()]
  const input = { account: house.account, phone: ann.phone, group: vip.id }
  await new JoinGroup(adapters).execute({ ...input, mode: 'DIRECT' })
  expect(await house.events()).toEqual([])
  await new LeaveGroup(adapters).execute(input)
  expect(await house.events()).toMatchObject([{ type: 'contacts.group.opted_out' }])
})
