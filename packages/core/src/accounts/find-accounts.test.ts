import { houseOf } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ListAccounts, ReadAccount } from './find-accounts.js'

test('accounts are listed by name, and read by it', async () => {
  const adapters = inMemory()
  const { account, neighbour } = await houseOf(adapters, { name: 'Bells' })
  const first = await neighbour({ name: 'Acme' })
  expect(await new ListAccounts(adapters).execute()).toEqual([first, account])
  expect(await new ReadAccount(adapters).execute({ name: 'Bells' })).toEqual(account)
})

test('an account that does not exist is not found', async () => {
  const missing = new ReadAccount(inMemory()).execute({ name: 'Nobody' })
  await expect(missing).rejects.toMatchObject({ code: 'account-not-found' })
})
