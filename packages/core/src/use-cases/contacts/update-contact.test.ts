import { ANN, BOB, NOW, after, accountFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { ContactPatch } from '../../model/contacts/contact-patch.js'
import { ReadContact } from './read-contact.js'
import { UpdateContact } from './update-contact.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters)
  const updateContact = new UpdateContact(adapters)
  const patch = (fields: ContactPatch) => updateContact.execute({ account: fixture.account, phone: ANN, patch: fields })
  const read = () => new ReadContact(adapters).execute({ account: fixture.account, phone: ANN })
  return { ...fixture, updateContact, patch, read }
}

test('absent fields are unchanged, fields with a value are set, and null and an empty string clear a field', async () => {
  const { contact, patch, read } = await open()
  await contact({ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', gender: 'FEMALE', isFavorite: true })
  const patched = await patch({ firstName: 'Anna', lastName: null, email: '' })
  expect(patched).toMatchObject({ firstName: 'Anna', gender: 'FEMALE', isFavorite: true })
  expect(patched).not.toHaveProperty('lastName')
  expect(patched).not.toHaveProperty('email')
  expect(await read()).toEqual(patched)
})

test('an empty patch changes nothing', async () => {
  const { contact, patch, read } = await open()
  await contact({ firstName: 'Ann', address: { city: 'Denver' } })
  const before = await read()
  expect(await patch({})).toEqual(before)
  expect(await read()).toEqual(before)
})

test('a patch of the address changes only the given sub-fields, and null clears the address', async () => {
  const { contact, patch } = await open()
  await contact({ address: { street: '1 Main St', city: 'Denver', state: 'CO' } })
  expect(await patch({ address: { city: 'Boulder', state: null, street: '' } })).toMatchObject({
    address: { city: 'Boulder' },
  })
  expect(await patch({ address: { country: 'us' } })).toMatchObject({ address: { city: 'Boulder', country: 'US' } })
  expect(await patch({ address: null })).not.toHaveProperty('address')
})

test('custom fields merge by label: null for a label clears its field; null for customFields clears all', async () => {
  const { contact, customField, patch } = await open()
  await customField({ key: 'contact_custom_field_1', label: 'Plan' })
  await customField({ key: 'contact_custom_field_2', label: 'Visits', type: 'NUMBER' })
  await contact({ customValues: { contact_custom_field_1: 'Gold', contact_custom_field_2: 3 } })
  expect((await patch({ customFields: { VISITS: 4 } })).customFields).toEqual({ Plan: 'Gold', Visits: 4 })
  expect((await patch({ customFields: { plan: null } })).customFields).toEqual({ Visits: 4 })
  expect((await patch({ customFields: null })).customFields).toEqual({})
})

test('the values of a disabled field are kept, but cannot be read or written', async () => {
  const { contact, customField, patch } = await open()
  const field = await customField({ label: 'Plan', status: 'disabled' })
  await contact({ customValues: { contact_custom_field_1: 'Gold' } })
  expect((await patch({ firstName: 'Ann' })).customFields).toEqual({})
  await expect(patch({ customFields: { Plan: 'x' } })).rejects.toMatchObject({ details: { reason: 'unknown_label' } })
  await customField({ ...field, status: 'active' })
  expect((await patch({})).customFields).toEqual({ Plan: 'Gold' })
})

test('the timezone is derived again when the postal code changes', async () => {
  const { contact, patch } = await open()
  await contact()
  expect(await patch({ address: { postalCode: '90210' } })).toMatchObject({ tz: 'America/Los_Angeles' })
  expect(await patch({ address: { postalCode: null } })).toMatchObject({ tz: 'America/New_York' })
})

test('a patch never changes memberships', async () => {
  const { contact, group, member, patch } = await open()
  const [ann, vip, news] = [await contact(), await group({ name: 'VIP' }), await group({ name: 'News' })]
  await member(ann, vip)
  await member(ann, news, { state: 'pending', since: after(5) })
  expect(await patch({ firstName: 'Ann' })).toMatchObject({
    groups: [{ id: vip.id, name: 'VIP', optInAt: NOW, tags: [] }],
    pendingGroups: [{ id: news.id, name: 'News', pendingSince: after(5) }],
  })
})

test('number, id and creation time never change', async () => {
  const { contact, patch } = await open()
  const { id, createdAt } = await contact({ createdAt: after(-60) })
  expect(await patch({ firstName: 'Ann' })).toMatchObject({ id, phone: ANN, createdAt })
})

test('a missing contact, or a contact of another account, cannot be patched', async () => {
  const { updateContact, account, contact, neighbour } = await open()
  await contact({ phone: BOB })
  const other = await neighbour()
  for (const [asking, phone] of [
    [account, ANN],
    [other, BOB],
  ] as const) {
    const missing = updateContact.execute({ account: asking, phone, patch: { firstName: 'Ann' } })
    await expect(missing).rejects.toMatchObject({ code: 'contact-not-found' })
  }
})

test('a patch that is refused changes nothing', async () => {
  const { contact, patch, read } = await open()
  await contact({ firstName: 'Ann' })
  const before = await read()
  await expect(patch({ firstName: 'Anna', customFields: { Nothing: 1 } })).rejects.toMatchObject({
    code: 'invalid-custom-field',
  })
  expect(await read()).toEqual(before)
})

test('concurrent patches of different fields are all kept', async () => {
  const { contact, patch, read } = await open()
  await contact()
  await Promise.all([patch({ firstName: 'Ann' }), patch({ lastName: 'Lee' }), patch({ isFavorite: true })])
  expect(await read()).toMatchObject({ firstName: 'Ann', lastName: 'Lee', isFavorite: true })
})
