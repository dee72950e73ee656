import { anAccount, describeAccountStore } from '@carillon/contracts'
import { CONTRACT_RATE_LIMITS } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { openTestDatabase } from '../testing/test-database.js'

describeAccountStore(() => openTestDatabase())

test('an account from an older version gets the default for every rate limit missing from its row', async () => {
  const { unitOfWork, knex } = await openTestDatabase()
  const account = anAccount({ rateLimits: { ...CONTRACT_RATE_LIMITS, message: 5 } })
  const unlimited = anAccount()
  await unitOfWork.run(async ({ accounts }) => {
    await accounts.add(account)
    await accounts.add(unlimited)
  })
  const store = (id: string, limits: object) =>
    knex.raw('update account set rate_limits = ? where id = ?', [JSON.stringify(limits), id])
  await store(account.id, { message: 5, contactApiRead: null })
  await store(unlimited.id, { message: null, contactApiRead: null })
  const limitsOf = async (id: typeof account.id) =>
    (await unitOfWork.run(({ accounts }) => accounts.find(id)))!.rateLimits
  expect(await limitsOf(account.id)).toEqual({ ...CONTRACT_RATE_LIMITS, message: 5, contactApiRead: null })
  expect(Object.values(await limitsOf(unlimited.id))).toEqual(Array(10).fill(null))
})
