import { ANN, BOB, after, accountFixture, ids } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { LeaveGroup } from './leave-group.js'
import { ReadConsent } from './read-consent.js'

async function open() {
  const adapters = inMemory({ now: after(100) })
  const fixture = await accountFixture(adapters)
  const { account } = fixture
  const [ann, vip] = [await fixture.contact(), await fixture.group({ name: 'VIP' })]
  await fixture.listenTo('contacts.group.opted_out')
  const leaveGroup = new LeaveGroup(adapters)
  const leave = () => leaveGroup.execute({ account, phone: ANN, group: vip.id })
  const consentOf = () => new ReadConsent(adapters).execute({ account, phone: ANN })
  return { ...adapters, ...fixture, ann, vip, leaveGroup, leave, consentOf }
}

test('removing an active member updates the count, emits an event and is logged; contact and group are kept', async () => {
  const { ann, vip, member, leave, reread, events, consentOf } = await open()
  await member(ann, vip)
  expect(await leave()).toMatchObject({ id: ann.id, groups: [], pendingGroups: [] })
  expect(await reread(vip)).toMatchObject({ id: vip.id, contactCount: 0 })
  expect(await events()).toMatchObject([
    {
      type: 'contacts.group.opted_out',
      at: after(100),
      data: {
        contact: { id: ann.id, phoneNumber: ANN },
        group: { id: vip.id, name: 'VIP' },
        reason: 'USER_REMOVED',
      },
    },
  ])
  expect(await consentOf()).toMatchObject({
    state: 'none',
    log: [
      {
        at: after(100),
        by: 'API',
        action: 'MANUAL_REMOVAL',
        reason: 'USER_REMOVED',
        group: { id: vip.id, name: 'VIP' },
        text: null,
      },
    ],
  })
})

test('a pending member is removed without an event', async () => {
  const { ann, vip, member, leave, reread, events, consentOf } = await open()
  await member(ann, vip, { state: 'pending' })
  expect(await leave()).toMatchObject({ groups: [], pendingGroups: [] })
  expect(await reread(vip)).toMatchObject({ contactCount: 0 })
  expect(await events()).toEqual([])
  expect(await consentOf()).toMatchObject({
    state: 'none',
    log: [{ action: 'MANUAL_REMOVAL', reason: 'PENDING_REMOVED' }],
  })
})

test('leaving without being a member changes nothing', async () => {
  const { leave, events, consentOf, reread, vip } = await open()
  expect(await leave()).toMatchObject({ groups: [], pendingGroups: [] })
  expect(await reread(vip)).toMatchObject({ contactCount: 0 })
  expect(await events()).toEqual([])
  expect((await consentOf()).log).toEqual([])
})

test('leaving several times concurrently is the same as leaving once', async () => {
  const { ann, vip, member, leave, events, consentOf, reread } = await open()
  await member(ann, vip)
  await Promise.all([leave(), leave(), leave()])
  expect(await reread(vip)).toMatchObject({ contactCount: 0 })
  expect(await events()).toHaveLength(1)
  expect((await consentOf()).log).toHaveLength(1)
})

test('leaving a group changes no other group', async () => {
  const { ann, vip, group, member, leave, consentOf, reread } = await open()
  const news = await group({ name: 'News' })
  await member(ann, vip)
  await member(ann, news)
  expect(await leave()).toMatchObject({ groups: [{ id: news.id }] })
  expect(await reread(news)).toMatchObject({ contactCount: 1 })
  expect(await consentOf()).toMatchObject({ state: 'opted_in' })
})

test('leaving neither records nor removes a hard opt-out', async () => {
  const { ann, vip, member, leave, optOut, consentOf } = await open()
  await member(ann, vip)
  await leave()
  expect(await consentOf()).toMatchObject({ optedOutAt: null })
  await optOut(ANN, after(1))
  await leave()
  expect(await consentOf()).toMatchObject({ state: 'opted_out', optedOutAt: after(1) })
})

test('a missing contact is reported first, then a missing group', async () => {
  const { leaveGroup, account } = await open()
  const group = ids.next('grp')
  const unknownContact = leaveGroup.execute({ account, phone: BOB, group })
  await expect(unknownContact).rejects.toMatchObject({ code: 'contact-not-found' })
  const nowhere = leaveGroup.execute({ account, phone: ANN, group })
  await expect(nowhere).rejects.toMatchObject({ code: 'group-not-found' })
})
