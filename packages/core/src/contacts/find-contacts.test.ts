import { ANN, BOB, NOW, after, houseOf, phoneOf } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ExportContacts, ListContacts, ReadContact, ReadCustomFields } from './find-contacts.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  return { ...adapters, ...(await houseOf(adapters)) }
}

test('a contact is read with its groups, the oldest membership first, and their tags', async () => {
  const house = await open()
  const tag = { id: 'tag_1', name: 'vip', createdAt: NOW, updatedAt: NOW } as const
  const [ann, news, vip, asked] = [
    await house.contact({ firstName: 'Ann' }),
    await house.group({ name: 'News' }),
    await house.group({ name: 'VIP', tags: [tag] }),
    await house.group({ name: 'Asked' }),
  ]
  await house.member(ann, news, { since: after(9) })
  await house.member(ann, vip, { since: after(1) })
  await house.member(ann, asked, { state: 'pending', since: after(2) })
  expect(await new ReadContact(house).execute({ account: house.account, phone: ANN })).toMatchObject({
    firstName: 'Ann',
    groups: [
      { id: vip.id, name: 'VIP', optInAt: after(1), tags: [tag] },
      { id: news.id, name: 'News', optInAt: after(9), tags: [] },
    ],
    pendingGroups: [{ id: asked.id, name: 'Asked', pendingSince: after(2) }],
  })
})

test('a missing contact is not found, nor is that of another account', async () => {
  const house = await open()
  await house.contact()
  const other = await house.neighbour()
  for (const [account, phone] of [
    [house.account, BOB],
    [other, ANN],
  ] as const) {
    const missing = new ReadContact(house).execute({ account, phone })
    await expect(missing).rejects.toMatchObject({ code: 'contact-not-found' })
  }
})

test('the list shows contacts with what is around them, the newest first', async () => {
  const house = await open()
  const [old, young] = await house.contacts({ createdAt: after(-9) }, { phone: BOB })
  const vip = await house.group({ name: 'VIP' })
  await house.member(old!, vip)
  const query = { page: 1, limit: 20, group: null, phonePrefix: null, name: null }
  expect(await new ListContacts(house).execute({ account: house.account, query })).toMatchObject({
    page: 1,
    limit: 20,
    totalCount: 2,
    results: [
      { id: young!.id, groups: [], customFields: {} },
      { id: old!.id, groups: [{ name: 'VIP' }] },
    ],
  })
})

test('an export tells the whole book once, in steps', async () => {
  const house = await open()
  const phones = Array.from({ length: 2_500 }, (_, n) => phoneOf(n))
  await house.contacts(...phones.map((phone) => ({ phone })))
  const steps: number[] = []
  const exported: string[] = []
  for await (const views of new ExportContacts(house).execute({ account: house.account })) {
    steps.push(views.length)
    exported.push(...views.map(({ phone }) => phone))
  }
  expect(steps).toEqual([1_000, 1_000, 500])
  expect(exported).toEqual(phones)
})

test('an export of an empty book tells nothing', async () => {
  const house = await open()
  const steps = []
  for await (const views of new ExportContacts(house).execute({ account: house.account })) steps.push(views)
  expect(steps).toEqual([])
})

test('the schema shows active fields by key, not those being deleted or disabled', async () => {
  const house = await open()
  const third = await house.customField({ key: 'contact_custom_field_3', label: 'C' })
  await house.customField({ key: 'contact_custom_field_2', label: 'B', status: 'disabled' })
  await house.customField({ key: 'contact_custom_field_4', label: 'D', status: 'deleting' })
  const first = await house.customField({ key: 'contact_custom_field_1', label: 'A' })
  expect(await new ReadCustomFields(house).execute({ account: house.account })).toEqual([first, third])
})
