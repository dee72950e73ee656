import { expect, test } from '@jest/globals'
import { aMembership, describeGroupStore, accountFixture } from '@carillon/contracts'
import { openTestDatabase, waitForLockWaiters } from '../testing/test-database.js'

describeGroupStore(() => openTestDatabase())

test('the removal of a group waits for a join that is not committed yet, and is then refused', async () => {
  const database = await openTestDatabase()
  const { account, run, contact, group } = await accountFixture(database)
  const [ann, vip] = [await contact(), await group()]
  let removal: Promise<boolean> = Promise.resolve(true)
  await run(async ({ memberships, groups }) => {
    await memberships.save([aMembership({ contact: ann, group: vip })])
    await groups.count(account.id, new Map([[vip.id, 1]]))
    removal = (await database.another()).unitOfWork.run((stores) => stores.groups.remove(account.id, vip.id))
    await waitForLockWaiters(database)
  })
  expect(await removal).toBe(false)
})
