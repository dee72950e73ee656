import { ANN, describeCustomFieldStore, accountFixture } from '@carillon/contracts'
import {
  CreateContact,
  ImportContacts,
  UpdateContact,
  rowReaderOf,
  type Account,
  type CustomField,
  type Group,
  type UnitOfWork,
} from '@carillon/core'
import { keyedSecrets, randomIds, systemClock } from '@carillon/node'
import { describe, expect, test } from '@jest/globals'
import { signal } from '../testing/signal.js'
import { openTestDatabase, waitForLockWaiters } from '../testing/test-database.js'

describeCustomFieldStore(() => openTestDatabase())

type Given = { readonly account: Account; readonly group: Group; readonly fields: readonly CustomField[] }

const VALUES = { Plan: 'Gold' }
const NODE = { clock: systemClock, ids: randomIds(systemClock), secrets: keyedSecrets('the secret of a service') }

/** Every way to store a custom value of a contact. */
const WRITERS: readonly (readonly [string, boolean, (unitOfWork: UnitOfWork, given: Given) => Promise<unknown>])[] = [
  [
    'created',
    false,
    (unitOfWork, { account }) =>
      new CreateContact({ ...NODE, unitOfWork }).execute({
        account,
        phone: ANN,
        fields: { customFields: VALUES },
      }),
  ],
  [
    'patched',
    true,
    (unitOfWork, { account }) =>
      new UpdateContact({ unitOfWork }).execute({ account, phone: ANN, patch: { customFields: VALUES } }),
  ],
  ['imported', false, importAnn],
  ['imported again', true, importAnn],
]

async function importAnn(unitOfWork: UnitOfWork, given: Given) {
  const read = rowReaderOf(['phoneNumber', 'Plan'], given.fields)
  const rows = [[{ line: 2, cells: [ANN, 'Gold'] }]]
  for await (const { totals } of new ImportContacts({ ...NODE, unitOfWork }).execute({
    ...given,
    read,
    rows,
  })) {
    expect(totals.rejected).toBe(0)
  }
}

describe.each(WRITERS)('when a contact is %s while a custom field is removed', (_, isKnown, write) => {
  async function open() {
    const database = await openTestDatabase()
    const fixture = await accountFixture(database)
    const field = await fixture.customField({ label: 'Plan' })
    if (isKnown) await fixture.contact()
    const given = { account: fixture.account, group: await fixture.group(), fields: [field] }
    const remove = (unitOfWork: UnitOfWork) =>
      unitOfWork.run(({ customFields }) => customFields.remove(fixture.account.id, field.key))
    const valuesOfAnn = () =>
      fixture.run(async ({ contacts }) => (await contacts.find(fixture.account.id, ANN))?.customValues)
    return { database, given, remove, valuesOfAnn }
  }

  test('a removal that comes second removes the written value too', async () => {
    const { database, given, remove, valuesOfAnn } = await open()
    const slow = delayed(database.unitOfWork)
    const writing = write(slow.unitOfWork, given)
    await slow.done
    const removing = remove(database.unitOfWork)
    await Promise.race([removing, waitForLockWaiters(database)])
    slow.end()
    await Promise.all([writing, removing])
    expect(await valuesOfAnn()).toEqual({})
  })

  test('a write that comes second waits for the removal, and is refused', async () => {
    const { database, given, remove, valuesOfAnn } = await open()
    const slow = delayed(database.unitOfWork)
    const removing = remove(slow.unitOfWork)
    await slow.done
    const writing = write(database.unitOfWork, given).then(
      () => 'written',
      () => 'refused',
    )
    await Promise.race([writing, waitForLockWaiters(database)])
    slow.end()
    await removing
    expect(await writing).toBe('refused')
    expect(await valuesOfAnn()).toEqual(isKnown ? {} : undefined)
  })
})

test('a shared lock on the fields of an account blocks neither a second shared lock nor a change of a label', async () => {
  const database = await openTestDatabase()
  const { run, account, customField } = await accountFixture(database)
  const field = await customField()
  const slow = delayed(database.unitOfWork)
  const locking = slow.unitOfWork.run(({ customFields }) => customFields.lockShared(account.id))
  await slow.done
  const changed = await customField({ ...field, label: 'Tier' })
  expect(await run(({ customFields }) => customFields.lockShared(account.id))).toEqual([changed])
  slow.end()
  await locking
})

/** A unit of work that does not commit until `end` is called. */
function delayed(unitOfWork: UnitOfWork) {
  const done = signal()
  const ending = signal()
  const run: UnitOfWork['run'] = (work) =>
    unitOfWork.run(async (stores) => {
      const result = await work(stores)
      done.give()
      await ending.given
      return result
    })
  return { unitOfWork: { run, runOne: run }, done: done.given, end: ending.give }
}
