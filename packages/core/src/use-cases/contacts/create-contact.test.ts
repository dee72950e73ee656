import { ANN, BOB, NOW, accountFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ReadConsent } from '../consent/read-consent.js'
import { CreateContact } from './create-contact.js'
import { ReadContact } from './read-contact.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  return { ...adapters, ...(await accountFixture(adapters)), createContact: new CreateContact(adapters) }
}

test('a contact can be created with only a number', async () => {
  const { createContact, account } = await open()
  expect(await createContact.execute({ account, phone: ANN, fields: {} })).toEqual({
    id: expect.stringMatching(/^con_[0-9a-z]{26}$/),
    account: account.id,
    phone: ANN,
    isFavorite: false,
    tz: 'America/New_York',
    customFields: {},
    groups: [],
    pendingGroups: [],
    createdAt: NOW,
  })
})

test('a created contact is read back unchanged', async () => {
  const fixture = await open()
  await fixture.customField({ label: 'Plan' })
  const fields = {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.com',
    birthDate: '1990-02-28',
    gender: 'FEMALE',
    address: { postalCode: '80202', country: 'us' },
    isFavorite: true,
    customFields: { ' plan ': 'Gold' },
  } as const
  const created = await fixture.createContact.execute({ account: fixture.account, phone: ANN, fields })
  expect(created).toMatchObject({
    firstName: 'Ann',
    address: { postalCode: '80202', country: 'US' },
    tz: 'America/Denver',
    customFields: { Plan: 'Gold' },
  })
  expect(await new ReadContact(fixture).execute({ account: fixture.account, phone: ANN })).toEqual(created)
})

test('a field that is null or an empty string is not set', async () => {
  const { createContact, account } = await open()
  const fields = {
    firstName: '',
    lastName: null,
    email: '',
    birthDate: null,
    gender: '',
    address: { street: '' },
  } as const
  const created = await createContact.execute({ account, phone: ANN, fields: { ...fields, isFavorite: null } })
  expect(created).toMatchObject({ isFavorite: false })
  for (const field of Object.keys(fields)) expect(created).not.toHaveProperty(field)
})

test('a second contact with the same number is refused, and the existing contact is not changed', async () => {
  const fixture = await open()
  const { createContact, account } = fixture
  const before = await createContact.execute({ account, phone: ANN, fields: { firstName: 'Ann' } })
  const again = createContact.execute({ account, phone: ANN, fields: { firstName: 'Other', isFavorite: true } })
  await expect(again).rejects.toMatchObject({ code: 'contact-exists' })
  expect(await new ReadContact(fixture).execute({ account, phone: ANN })).toEqual(before)
})

test('one of two concurrent creations of a contact is refused', async () => {
  const { createContact, account } = await open()
  const create = (firstName: string) => createContact.execute({ account, phone: ANN, fields: { firstName } })
  const results = await Promise.allSettled([create('Ann'), create('Anna')])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('another account may have a contact with the same number', async () => {
  const { createContact, account, neighbour } = await open()
  await createContact.execute({ account, phone: ANN, fields: {} })
  const other = await neighbour()
  await expect(createContact.execute({ account: other, phone: ANN, fields: {} })).resolves.toMatchObject({ phone: ANN })
})

test('creating a contact starts no consent flow: no group, no event, no entry in the log', async () => {
  const fixture = await open()
  await fixture.group({ isDefault: true })
  await fixture.listenTo('contacts.group.opted_in')
  await fixture.createContact.execute({ account: fixture.account, phone: ANN, fields: {} })
  const consent = await new ReadConsent(fixture).execute({ account: fixture.account, phone: ANN })
  expect(consent).toEqual({
    state: 'none',
    groups: [],
    pendingGroups: [],
    optedOutAt: null,
    providerOptOuts: [],
    log: [],
  })
  expect(await fixture.events()).toEqual([])
})

test('an invalid custom field is refused, and nothing is created', async () => {
  const fixture = await open()
  const wrong = fixture.createContact.execute({
    account: fixture.account,
    phone: BOB,
    fields: { customFields: { Plan: 'x' } },
  })
  await expect(wrong).rejects.toMatchObject({
    code: 'invalid-custom-field',
    details: { label: 'Plan', reason: 'unknown_label' },
  })
  await expect(new ReadContact(fixture).execute({ account: fixture.account, phone: BOB })).rejects.toMatchObject({
    code: 'contact-not-found',
  })
})
