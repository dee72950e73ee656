import { describeSingleSendStore, singleSendStoreFixture } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { openTestDatabase, waitForLockWaiters } from '../testing/test-database.js'

describeSingleSendStore(() => openTestDatabase())

test('a send that waits for a grant can spend what was granted', async () => {
  const database = await openTestDatabase()
  const { accept, message, balance, account } = await singleSendStoreFixture(async () => database, 'runOne')
  await accept(message({ cost: { sms: 10, mms: 0 } }))
  const { waiting } = await database.knex.transaction(async (trx) => {
    await trx.raw('update credit_balance set sms_available = 2 where account_id = ?', [account.id])
    const waiting = accept(message())
    await waitForLockWaiters(database)
    return { waiting }
  })
  expect(await waiting).toEqual({ isAccepted: true })
  expect(await balance()).toMatchObject({ sms: 0, reserved: { sms: 12 } })
})
