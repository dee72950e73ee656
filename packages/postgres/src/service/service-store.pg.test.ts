import { describeServiceStore } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { migrationsWithout } from '../schema/migrations.js'
import { openTestDatabase } from '../testing/test-database.js'

describeServiceStore(() => openTestDatabase())

test('the database tells its size, its version and its migrations', async () => {
  const { unitOfWork } = await openTestDatabase()
  const facts = (await unitOfWork.run(({ service }) => service.database()))!
  expect(facts.bytes).toBeGreaterThan(1_000_000)
  expect(facts.version).toMatch(/^\d+/)
  expect(facts.migrations[0]).toMatchObject({ id: '0001-contacts-and-consent', appliedAt: expect.any(Date) })
  expect(facts.pending).toEqual([])
  expect(migrationsWithout(['0001-contacts-and-consent'])).toContain(facts.migrations.at(-1)!.id)
  expect(migrationsWithout([])[0]).toBe('0001-contacts-and-consent')
})
