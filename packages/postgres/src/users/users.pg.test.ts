import {
  aUser,
  describeAuditLog,
  describeOneTimeLinkStore,
  describeSessionStore,
  describeUserStore,
} from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { openTestDatabase } from '../testing/test-database.js'

describeUserStore(() => openTestDatabase())
describeSessionStore(() => openTestDatabase())
describeOneTimeLinkStore(() => openTestDatabase())
describeAuditLog(() => openTestDatabase())

test('of users that are added at the same time with one e-mail address, one is added', async () => {
  const { unitOfWork } = await openTestDatabase()
  const added = await Promise.all(
    [1, 2, 3, 4].map(() => unitOfWork.run(({ users }) => users.add(aUser({ email: 'ann@example.com' })))),
  )
  expect(added.filter((one) => one)).toHaveLength(1)
})
