import { after, accountFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ListGroups } from './read-group.js'

test('groups are listed newest first, filtered by part of the name, ignoring case', async () => {
  const adapters = inMemory()
  const { account, group } = await accountFixture(adapters)
  const [old, young] = [await group({ name: 'VIP one' }), await group({ name: 'vip two', createdAt: after(1) })]
  await group({ name: 'News' })
  const query = { page: 1, limit: 20, name: 'Vip' }
  const page = await new ListGroups(adapters).execute({ account, query })
  expect(page).toEqual({ page: 1, limit: 20, totalCount: 2, results: [young, old] })
})
