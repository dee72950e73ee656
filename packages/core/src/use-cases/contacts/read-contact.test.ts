import { ANN, BOB, NOW, after, houseOf } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ReadContact } from './read-contact.js'

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
