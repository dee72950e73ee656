import { accountFixture, after, ANN, BOB } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { SearchAccount } from './search-account.js'

async function openSearch() {
  const adapters = inMemory()
  const fixture = await accountFixture(adapters)
  const search = (text: string) => new SearchAccount(adapters).execute({ account: fixture.account, text })
  return { ...fixture, search }
}

test('contacts and groups are found by a part of what they are called', async () => {
  const { search, contact, group } = await openSearch()
  await contact({ phone: ANN, firstName: 'Zoë' })
  await contact({ phone: BOB, firstName: 'Bob' })
  const spring = await group({ name: 'Spring sale' })
  await group({ name: 'Winter' })
  expect((await search(' zoe ')).contacts.map(({ phone }) => phone)).toEqual([ANN])
  expect((await search('RING')).groups).toEqual([spring])
  expect(await search('nothing like it')).toEqual({ contacts: [], groups: [], broadcasts: [], schedules: [] })
  expect(await search('  ')).toEqual({ contacts: [], groups: [], broadcasts: [], schedules: [] })
})

test('at most five of a kind are found, and nothing of another account', async () => {
  const { search, group, run, neighbour } = await openSearch()
  const other = await neighbour()
  for (let i = 0; i < 8; i++) await group({ name: `Team ${i}`, createdAt: after(i) })
  await run(({ groups }) => groups.list(other.id, { page: 1, limit: 1, name: null }))
  expect((await search('team')).groups.map(({ name }) => name)).toEqual([7, 6, 5, 4, 3].map((i) => `Team ${i}`))
})
