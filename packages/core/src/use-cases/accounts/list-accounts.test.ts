import { accountFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ListAccounts } from './read-account.js'

test('accounts are listed in order of name', async () => {
  const adapters = inMemory()
  const { account, neighbour } = await accountFixture(adapters, { name: 'Bells' })
  const first = await neighbour({ name: 'Acme' })
  expect(await new ListAccounts(adapters).execute()).toEqual([first, account])
})
