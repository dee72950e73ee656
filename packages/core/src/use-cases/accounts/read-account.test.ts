import { accountFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ReadAccount } from './read-account.js'

test('an account is read by its name', async () => {
  const adapters = inMemory()
  const { account, neighbour } = await accountFixture(adapters, { name: 'Bells' })
  await neighbour({ name: 'Acme' })
  expect(await new ReadAccount(adapters).execute({ name: 'Bells' })).toEqual(account)
})

test.each(['Nobody', 'Bells\0'])('a name that no account has causes the error account-not-found: %j', async (name) => {
  const adapters = inMemory()
  await accountFixture(adapters, { name: 'Bells' })
  await expect(new ReadAccount(adapters).execute({ name })).rejects.toMatchObject({ code: 'account-not-found' })
})
