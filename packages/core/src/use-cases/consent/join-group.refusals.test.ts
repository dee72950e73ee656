import { ANN, BOB, CAT, NOW, aContact, after, ids, joiningFixture, type JoiningGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { OPT_IN_MODES } from '../../model/groups/membership.js'

const open = (given?: JoiningGiven) => joiningFixture(inMemory({ now: after(100) }), given)

test('CONFIRM: the consent gate is checked before the sender and the credits', async () => {
  const { join, optOut } = await open({ senders: [], credits: 0 })
  await optOut(ANN)
  await expect(join('CONFIRM')).rejects.toMatchObject({ code: 'hard-opted-out' })
})

test('SILENT is refused to an account without the capability; DIRECT is not', async () => {
  const { join, reread, vip } = await open({ silentOptIn: false })
  await expect(join('SILENT')).rejects.toMatchObject({ code: 'silent-unavailable' })
  expect(await reread(vip)).toMatchObject({ contactCount: 0 })
  await expect(join('DIRECT')).resolves.toMatchObject({ groups: [{ name: 'VIP' }] })
})

test.each(OPT_IN_MODES)('a contact with a hard opt-out cannot be enrolled: %s', async (mode) => {
  const { join, optOut, vip, events, reread, consentOf } = await open()
  await optOut(ANN, after(1))
  await expect(join(mode)).rejects.toMatchObject({ code: 'hard-opted-out' })
  expect(await reread(vip)).toMatchObject({ contactCount: 0 })
  expect(await events()).toEqual([])
  expect(await consentOf()).toMatchObject({ state: 'opted_out', groups: [], pendingGroups: [], log: [] })
})

test('an opt-out recorded before the contact was created applies to the contact', async () => {
  const { joinGroup, account, vip, optOut, contact } = await open()
  await optOut(BOB)
  await contact({ phone: BOB })
  const joining = joinGroup.execute({ account, phone: BOB, group: vip.id, mode: 'DIRECT' })
  await expect(joining).rejects.toMatchObject({ code: 'hard-opted-out' })
})

test.each(OPT_IN_MODES)('a contact that is pending in another group is refused: %s', async (mode) => {
  const { join, group, vip } = await open()
  const other = await group({ name: 'Other' })
  await join('CONFIRM', { group: other })
  await expect(join(mode, { group: vip })).rejects.toMatchObject({ code: 'pending-elsewhere' })
})

test('for a contact pending in two groups, DIRECT and CONFIRM change nothing, and SILENT is refused', async () => {
  const { join, group, member, ann, vip, reread } = await open()
  await member(ann, vip, { state: 'pending', since: NOW })
  await member(ann, await group(), { state: 'pending' })
  for (const mode of ['DIRECT', 'CONFIRM'] as const) {
    expect((await join(mode)).pendingGroups).toHaveLength(2)
  }
  await expect(join('SILENT')).rejects.toMatchObject({ code: 'pending-elsewhere' })
  expect(await reread(vip)).toMatchObject({ contactCount: 0 })
})

test('the checks run in a fixed order', async () => {
  const fixture = await open({ silentOptIn: false })
  const { joinGroup, account, vip, join, group, ann, member, optOut } = fixture
  const missing = ids.next('grp')
  const unknownContact = joinGroup.execute({ account, phone: CAT, group: missing, mode: 'SILENT' })
  await expect(unknownContact).rejects.toMatchObject({ code: 'contact-not-found' })
  const nowhere = joinGroup.execute({ account, phone: ANN, group: missing, mode: 'SILENT' })
  await expect(nowhere).rejects.toMatchObject({ code: 'group-not-found' })

  const joined = await group({ name: 'Joined' })
  await member(ann, joined)
  await member(ann, await group({ name: 'Elsewhere' }), { state: 'pending' })
  await optOut(ANN)
  for (const mode of OPT_IN_MODES) await expect(join(mode, { group: joined })).resolves.toMatchObject({ id: ann.id })
  await expect(join('SILENT')).rejects.toMatchObject({ code: 'silent-unavailable' })
  await expect(join('DIRECT')).rejects.toMatchObject({ code: 'hard-opted-out' })
  await expect(join('CONFIRM', { group: vip })).rejects.toMatchObject({ code: 'hard-opted-out' })
})

test("another account's contact and group are not found", async () => {
  const { joinGroup, neighbour, run, vip } = await open()
  const other = await neighbour()
  const join = () => joinGroup.execute({ account: other, phone: ANN, group: vip.id, mode: 'DIRECT' })
  await expect(join()).rejects.toMatchObject({ code: 'contact-not-found' })
  await run(({ contacts }) => contacts.add([aContact({ account: other.id })]))
  await expect(join()).rejects.toMatchObject({ code: 'group-not-found' })
})
