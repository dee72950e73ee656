import { BOB, NOW, after, accountFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ListContacts } from './read-contact.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  return { ...adapters, ...(await accountFixture(adapters)) }
}

test('contacts are listed newest first, with their groups and custom fields', async () => {
  const fixture = await open()
  const [old, young] = await fixture.contacts({ createdAt: after(-9) }, { phone: BOB })
  const vip = await fixture.group({ name: 'VIP' })
  await fixture.member(old!, vip)
  const query = { page: 1, limit: 20, group: null, phonePrefix: null, name: null }
  expect(await new ListContacts(fixture).execute({ account: fixture.account, query })).toMatchObject({
    page: 1,
    limit: 20,
    totalCount: 2,
    results: [
      { id: young!.id, groups: [], customFields: {} },
      { id: old!.id, groups: [{ name: 'VIP' }] },
    ],
  })
})
