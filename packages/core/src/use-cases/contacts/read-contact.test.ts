import { ANN, BOB, NOW, after, accountFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ReadContact } from './read-contact.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  return { ...adapters, ...(await accountFixture(adapters)) }
}

test('a contact is read with its groups and their tags, oldest membership first', async () => {
  const fixture = await open()
  const tag = { id: 'tag_1', name: 'vip', createdAt: NOW, updatedAt: NOW } as const
  const [ann, news, vip, pending] = [
    await fixture.contact({ firstName: 'Ann' }),
    await fixture.group({ name: 'News' }),
    await fixture.group({ name: 'VIP', tags: [tag] }),
    await fixture.group({ name: 'Asked' }),
  ]
  await fixture.member(ann, news, { since: after(9) })
  await fixture.member(ann, vip, { since: after(1) })
  await fixture.member(ann, pending, { state: 'pending', since: after(2) })
  expect(await new ReadContact(fixture).execute({ account: fixture.account, phone: ANN })).toMatchObject({
    firstName: 'Ann',
    groups: [
      { id: vip.id, name: 'VIP', optInAt: after(1), tags: [tag] },
      { id: news.id, name: 'News', optInAt: after(9), tags: [] },
    ],
    pendingGroups: [{ id: pending.id, name: 'Asked', pendingSince: after(2) }],
  })
})

test('a missing contact, or a contact of another account, is not found', async () => {
  const fixture = await open()
  await fixture.contact()
  const other = await fixture.neighbour()
  for (const [account, phone] of [
    [fixture.account, BOB],
    [other, ANN],
  ] as const) {
    const missing = new ReadContact(fixture).execute({ account, phone })
    await expect(missing).rejects.toMatchObject({ code: 'contact-not-found' })
  }
})
