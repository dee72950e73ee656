import { accountFixture, aSchedule, aTemplate } from '@carillon/contracts'
import { ChangeTemplate, DeleteTemplate } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { openTestDatabase, waitForLockWaiters } from '../testing/test-database.js'

async function open() {
  const database = await openTestDatabase()
  const fixture = await accountFixture(database)
  const template = aTemplate({ account: fixture.account.id })
  await fixture.run(({ templates }) => templates.add(template))
  return { ...fixture, database, template, other: await database.another() }
}

test('a template that a schedule begins to use meanwhile is not deleted', async () => {
  const { database, run, account, template, other } = await open()
  const schedule = aSchedule({ account: account.id, body: '', template: template.id })
  const { deleting } = await run(async (stores) => {
    await stores.templates.lockShared(account.id, template.id)
    const pending = new DeleteTemplate(other).execute({ account, id: template.id }).catch((error: unknown) => error)
    await waitForLockWaiters(database)
    await stores.schedules.add(schedule)
    return { deleting: pending }
  })
  expect(await deleting).toMatchObject({ code: 'template-in-use', details: { schedules: [schedule.id] } })
})

test('a schedule that begins to use a template while it is deleted does not find it', async () => {
  const { database, run, account, template, other } = await open()
  const { using } = await run(async ({ templates }) => {
    await templates.lock(account.id, template.id)
    const pending = other.unitOfWork.run((stores) => stores.templates.lockShared(account.id, template.id))
    await waitForLockWaiters(database)
    await templates.remove(account.id, template.id)
    return { using: pending }
  })
  expect(await using).toBeNull()
})

test('two changes at once make two versions', async () => {
  const { database, run, account, template, other } = await open()
  const clock = { now: () => new Date('2026-03-02T00:00:00Z') }
  const change = (body: string) =>
    new ChangeTemplate({ ...other, clock }).execute({ account, id: template.id, patch: { body } })
  const { both } = await run(async ({ templates }) => {
    await templates.lock(account.id, template.id)
    const pending = [change('One'), change('Other')]
    await waitForLockWaiters(database, { count: 2 })
    return { both: pending }
  })
  const versions = (await Promise.all(both)).map(({ version }) => version)
  expect(versions.toSorted()).toEqual([2, 3])
  const page = { page: 1, limit: 10 }
  expect((await run(({ templates }) => templates.versions(account.id, template.id, page))).totalCount).toBe(3)
})
