import { ANN, BOB, CAT, NOW, after, accountFixture, phoneOf } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ReadConsent } from '../consent/read-consent.js'
import { ReadContact } from '../contacts/read-contact.js'
import { ImportContacts } from './import-contacts.js'
import { rowReaderOf } from './import-row.js'

const HEADER = ['phoneNumber', 'firstName', 'city', 'Plan']

/** An account without the capability for SILENT: an import by the operator does not need it. */
async function open() {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters, { capabilities: { silentOptIn: false } })
  const { account } = fixture
  const target = await fixture.group({ name: 'Imported' })
  const fields = [await fixture.customField({ label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] })]
  const importContacts = new ImportContacts(adapters)
  /** Imports the rows in one step; line 1 of the file is the header. */
  const importRows = async (...rows: readonly (readonly string[])[]) => {
    const step = rows.map((cells, i) => ({ line: i + 2, cells }))
    const read = rowReaderOf(HEADER, fields)
    const [progress, ...others] = await all(
      importContacts.execute({ account, group: target, fields, read, rows: [step] }),
    )
    expect(others).toEqual([])
    const { totals, rejected } = progress!
    expect([totals.rows, totals.rejected]).toEqual([rows.length, rejected.length])
    const { created, updated, unchanged, joined } = totals
    return { created, updated, unchanged, joined, rejected: rejected.map(({ line, reason }) => ({ line, reason })) }
  }
  const read = (phone = ANN) => new ReadContact(adapters).execute({ account, phone })
  return { ...adapters, ...fixture, target, fields, importRows, read }
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const NOTHING = { created: 0, updated: 0, unchanged: 0, joined: 0, rejected: [] }

test('new contacts are created and join the group without a message', async () => {
  const fixture = await open()
  await fixture.listenTo('contacts.group.opted_in')
  const result = await fixture.importRows([ANN, 'Ann', 'Denver', 'Pro'], [BOB, '', '', ''])
  expect(result).toEqual({ ...NOTHING, created: 2, joined: 2 })
  expect(await fixture.read()).toMatchObject({
    firstName: 'Ann',
    address: { city: 'Denver' },
    customFields: { Plan: 'Pro' },
    tz: 'America/New_York',
    createdAt: NOW,
    groups: [{ id: fixture.target.id, optInAt: NOW }],
  })
  expect(await fixture.read(BOB)).not.toHaveProperty('firstName')
  expect(await fixture.reread(fixture.target)).toMatchObject({ contactCount: 2 })
  expect(await fixture.events()).toMatchObject([{ data: { reason: 'SILENT' } }, { data: { reason: 'SILENT' } }])
  const { log } = await new ReadConsent(fixture).execute({ account: fixture.account, phone: ANN })
  expect(log).toMatchObject([{ action: 'OPT_IN', reason: 'IMPORT', by: 'OPERATOR' }])
})

test('an existing contact is patched: an empty cell changes nothing', async () => {
  const { contact, importRows, read } = await open()
  const { id, createdAt } = await contact({ firstName: 'Ann', lastName: 'Lee', createdAt: after(-60) })
  const result = await importRows([ANN, '', 'Denver', ''])
  expect(result).toEqual({ ...NOTHING, updated: 1, joined: 1 })
  expect(await read()).toMatchObject({ id, createdAt, firstName: 'Ann', lastName: 'Lee', address: { city: 'Denver' } })
})

test('repeating a step changes nothing', async () => {
  const fixture = await open()
  await fixture.listenTo('contacts.group.opted_in')
  const rows = [
    [ANN, 'Ann', 'Denver', 'Pro'],
    [BOB, '', '', ''],
  ]
  await fixture.importRows(...rows)
  const before = await fixture.read()
  fixture.clock.advance(60_000)
  expect(await fixture.importRows(...rows)).toEqual({ ...NOTHING, unchanged: 2 })
  expect(await fixture.read()).toEqual(before)
  expect(await fixture.events()).toHaveLength(2)
  expect(await fixture.reread(fixture.target)).toMatchObject({ contactCount: 2 })
})

test('a file may have several rows for one contact: they are applied in order', async () => {
  const { importRows, read, reread, target } = await open()
  const result = await importRows([ANN, 'Ann', 'Denver', ''], [BOB, '', '', ''], [ANN, 'Anna', '', 'Free'])
  expect(result).toEqual({ ...NOTHING, created: 2, updated: 1, joined: 2 })
  expect(await read()).toMatchObject({ firstName: 'Anna', address: { city: 'Denver' }, customFields: { Plan: 'Free' } })
  expect(await reread(target)).toMatchObject({ contactCount: 2 })
})

test.each([false, true])(
  'every row of a step counts as it would in a separate step; the contact existed before: %s',
  async (isThere) => {
    const rows = [
      [ANN, 'Ann', 'Denver', ''],
      [ANN, 'Ann', '', ''],
      [ANN, 'Anna', '', 'Free'],
      [BOB, '', '', ''],
      [ANN, 'Ann', 'Denver', ''],
    ]
    const [together, apart] = [await open(), await open()]
    if (isThere) for (const fixture of [together, apart]) await fixture.contact({ firstName: 'Ann' })
    const sum = { created: 0, updated: 0, unchanged: 0, joined: 0 }
    for (const row of rows) {
      const result = await apart.importRows(row)
      for (const name of ['created', 'updated', 'unchanged', 'joined'] as const) sum[name] += result[name]
    }
    expect(await together.importRows(...rows)).toEqual({ ...sum, rejected: [] })
    expect(sum.created + sum.updated + sum.unchanged).toBe(rows.length)
    const { firstName, address, customFields, groups } = await together.read()
    expect(await apart.read()).toMatchObject({ firstName, address, customFields })
    expect(groups).toHaveLength(1)
  },
)

test('a contact is not written if a later row of the step undoes an earlier one', async () => {
  const { contact, importRows, read } = await open()
  await contact({ firstName: 'Anna' })
  const before = await read()
  expect(await importRows([ANN, 'Ann', '', ''], [ANN, 'Anna', '', ''])).toEqual({ ...NOTHING, updated: 2, joined: 1 })
  expect(await read()).toMatchObject({ id: before.id, firstName: 'Anna' })
})

test('every row that changes an existing contact counts as an update', async () => {
  const { contact, importRows, read } = await open()
  await contact({ firstName: 'Old' })
  expect(await importRows([ANN, 'Ann', 'Denver', ''], [ANN, '', '', 'Free'])).toEqual({
    ...NOTHING,
    updated: 2,
    joined: 1,
  })
  expect(await read()).toMatchObject({ firstName: 'Ann', address: { city: 'Denver' }, customFields: { Plan: 'Free' } })
})

test('an invalid row is rejected with its line number, and the other rows are imported', async () => {
  const { importRows, read } = await open()
  const result = await importRows(
    ['12025550101', 'No plus', '', ''],
    [ANN, 'Ann', '', 'Gold'],
    [ANN, 'Ann', '', 'Pro'],
    [BOB],
    [CAT, 'x'.repeat(41), '', ''],
  )
  expect(result).toEqual({
    ...NOTHING,
    created: 1,
    joined: 1,
    rejected: [
      { line: 2, reason: expect.stringContaining('phoneNumber') },
      { line: 3, reason: expect.stringContaining('Plan') },
      { line: 5, reason: expect.stringContaining('cells') },
      { line: 6, reason: expect.stringContaining('firstName') },
    ],
  })
  expect(await read()).toMatchObject({ customFields: { Plan: 'Pro' } })
  await expect(read(CAT)).rejects.toMatchObject({ code: 'contact-not-found' })
})

test('a step with only invalid rows changes nothing', async () => {
  const { importRows } = await open()
  expect(await importRows(['x', '', '', ''])).toMatchObject({ ...NOTHING, rejected: [{ line: 2 }] })
  expect(await importRows()).toEqual(NOTHING)
})

test('a hard-opted-out number is not enrolled: its line is rejected', async () => {
  const { optOut, importRows, read, reread, target } = await open()
  await optOut(BOB)
  const result = await importRows([ANN, '', '', ''], [BOB, 'Bob', '', ''])
  expect(result).toMatchObject({
    created: 2,
    joined: 1,
    rejected: [{ line: 3, reason: expect.stringContaining('opted out') }],
  })
  expect(await read(BOB)).toMatchObject({ firstName: 'Bob', groups: [] })
  expect(await reread(target)).toMatchObject({ contactCount: 1 })
})

test('every line of a number that is not enrolled is rejected', async () => {
  const { optOut, importRows } = await open()
  await optOut(BOB)
  const result = await importRows([BOB, 'Bob', '', ''], [ANN, '', '', ''], [BOB, 'Rob', '', ''])
  expect(result).toMatchObject({ created: 2, updated: 1, joined: 1, rejected: [{ line: 2 }, { line: 4 }] })
})

test('a step that is stored again after an unacknowledged commit does not count or enrol any contact twice', async () => {
  const fixture = await open()
  const runTwice: typeof fixture.unitOfWork.run = async (work) => {
    await fixture.unitOfWork.run(work)
    return fixture.unitOfWork.run(work)
  }
  const { account, target: group, fields } = fixture
  const importContacts = new ImportContacts({ ...fixture, unitOfWork: { run: runTwice, runOne: runTwice } })
  const rows = [[{ line: 2, cells: [ANN, 'Ann', 'Denver', 'Pro'] }]]
  const steps = await all(importContacts.execute({ account, group, fields, read: rowReaderOf(HEADER, fields), rows }))
  expect(steps).toMatchObject([{ totals: { rows: 1, created: 1, updated: 0, unchanged: 0 } }])
  expect(await fixture.reread(group)).toMatchObject({ contactCount: 1 })
  expect(await fixture.run(({ consents }) => consents.find(account.id, ANN))).toMatchObject({ activeGroups: 1 })
  const { log } = await new ReadConsent(fixture).execute({ account, phone: ANN })
  expect(log).toHaveLength(1)
})

test('a contact that is pending in another group is not enrolled, but a contact that is pending in this group is', async () => {
  const fixture = await open()
  const [ann, bob] = await fixture.contacts({}, { phone: BOB })
  await fixture.member(ann!, await fixture.group(), { state: 'pending' })
  await fixture.member(bob!, fixture.target, { state: 'pending' })
  const result = await fixture.importRows([ANN, '', '', ''], [BOB, '', '', ''])
  expect(result).toMatchObject({
    unchanged: 2,
    joined: 1,
    rejected: [{ line: 2, reason: expect.stringContaining('another group') }],
  })
  expect(await fixture.read(BOB)).toMatchObject({ groups: [{ id: fixture.target.id }], pendingGroups: [] })
})

test('two concurrent imports of one file count each contact once', async () => {
  const { importRows, reread, target } = await open()
  const rows = Array.from({ length: 50 }, (_, n) => [phoneOf(n), `Contact ${n}`, '', ''])
  const results = await Promise.all([importRows(...rows), importRows(...rows.toReversed())])
  const total = (count: 'created' | 'unchanged' | 'joined') => results.reduce((sum, result) => sum + result[count], 0)
  expect([total('created'), total('unchanged'), total('joined')]).toEqual([50, 50, 50])
  expect(await reread(target)).toMatchObject({ contactCount: 50 })
})

test('a step is stored as a whole or not at all', async () => {
  const { importRows, run, account, target, read } = await open()
  await run(({ groups }) => groups.remove(account.id, target.id))
  await expect(importRows([ANN, 'Ann', '', ''])).rejects.toMatchObject({ code: 'group-not-found' })
  await expect(read()).rejects.toMatchObject({ code: 'contact-not-found' })
})

test('a value is not stored if its field has changed since the import began; new options do not matter', async () => {
  const { importRows, customField, contact, read } = await open()
  await contact()
  await customField({ label: 'Plan', type: 'SINGLE_SELECT', options: ['Pro', 'Gold'] })
  expect(await importRows([ANN, '', '', 'Pro'])).toMatchObject({ updated: 1 })
  await customField({ label: 'Visits', type: 'NUMBER' })
  await expect(importRows([ANN, 'Ann', '', 'Pro'])).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await read()).not.toHaveProperty('firstName')
  expect(await importRows([ANN, 'Ann', '', ''])).toMatchObject({ updated: 1 })
})
