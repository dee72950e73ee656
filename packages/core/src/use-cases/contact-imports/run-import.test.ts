import { ANN, BOB, broadcastingFixture, memberNumber, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { IMPORT_STEP_ROWS } from '../../model/contact-imports/contact-import.js'
import type { ImportRow } from '../../model/contact-imports/import-rows.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { UserId } from '../../values/ids.js'
import { EraseContact } from '../erasure/erase-contact.js'
import { CancelImport, CheckImport, MapImport, StartImport, type StartImportInput } from './change-import.js'
import { ReadImport } from './preview-import.js'
import { ListRejectedRows } from './read-imports.js'
import { RunImport } from './run-import.js'
import { UploadImport } from './upload-import.js'

const USER = 'usr_1' as UserId
const FORMAT = { name: 'crm.csv', delimiter: ',', encoding: 'utf-8', hasMark: false }

async function open(adapters = inMemory({ now: NOW })) {
  const fixture = await broadcastingFixture(adapters, { members: 0 })
  const { account, run } = fixture
  const group = await fixture.group({ name: 'Imported' })
  async function* steps(rows: readonly (readonly string[] | string)[]): AsyncGenerator<readonly ImportRow[]> {
    const all = rows.map((row, i): ImportRow =>
      typeof row === 'string' ? { line: i + 1, fault: row } : { line: i + 1, cells: row },
    )
    yield all.slice(0, IMPORT_STEP_ROWS + 1)
    for (let i = IMPORT_STEP_ROWS + 1; i < all.length; i += IMPORT_STEP_ROWS) yield all.slice(i, i + IMPORT_STEP_ROWS)
  }
  return {
    ...fixture,
    target: group,
    upload: (...rows: (readonly string[] | string)[]) =>
      new UploadImport(adapters).execute({ account, user: USER, format: FORMAT, steps: steps(rows), bytes: () => 99 }),
    map: (id: string, columns: (string | null)[], callingCode: string | null = null) =>
      new MapImport(adapters).execute({ account, id, mapping: { columns, callingCode } }),
    check: (id: string) => new CheckImport(adapters).execute({ account, id }),
    begin: (id: string, given: Partial<StartImportInput> = {}) =>
      new StartImport(adapters).execute({ ...AGREED, account, id, groups: [group.id], onExisting: 'update', ...given }),
    cancelImport: (id: string) => new CancelImport(adapters).execute({ account, id }),
    readImport: (id: string) => new ReadImport(adapters).execute({ account, id }),
    rejected: async (id: string, name: string | null = null) =>
      (await new ListRejectedRows(adapters).execute({ account, id, class: name, cursor: null, limit: 100 })).results,
    consentLogOf: (phone = ANN) =>
      run(({ consentLog }) => consentLog.newest(account.id, adapters.secrets.pseudonymOf(account.id, phone), 5)),
    contactAt: (phone = ANN) => run(({ contacts }) => contacts.find(account.id, phone)),
  }
}

const AGREED = { hasConsent: true, isOperator: false }
const HEADER = ['Phone', 'First name', 'E-mail']

test('nobody joins a group without consent, or without the capability of the account', async () => {
  const { upload, begin, account, work, contactAt, consentLogOf } = await open()
  const { id } = await upload(HEADER, [ANN, 'Ann', ''])
  await expect(begin(id, { hasConsent: false })).rejects.toMatchObject({
    code: 'invalid-input',
    details: { fields: [{ field: 'hasConsent' }] },
  })
  const withoutCapability = { ...account, capabilities: { silentOptIn: false } }
  await expect(begin(id, { account: withoutCapability })).rejects.toMatchObject({ code: 'silent-unavailable' })
  await begin(id, { account: withoutCapability, isOperator: true })
  await work()
  expect(await consentLogOf()).toMatchObject([{ action: 'OPT_IN', by: 'OPERATOR', reason: 'IMPORT' }])

  const other = await upload(HEADER, [BOB, 'Bob', ''])
  await begin(other.id, { account: withoutCapability, groups: [], hasConsent: false })
  await work()
  expect(await contactAt(BOB)).toMatchObject({ firstName: 'Bob' })
})

test('a file is imported: contacts are added or changed and join the groups, and bad rows are rejected', async () => {
  const { upload, begin, work, readImport, rejected, contact, contactAt, target, reread, optOutNumber } = await open()
  await contact({ phone: BOB, firstName: 'Robert' })
  await optOutNumber(BOB)
  const { id } = await upload(HEADER, [ANN, 'Ann', ''], [BOB, 'Bob', ''], ['nobody', '', ''], 'is malformed', [
    ANN,
    '',
    'x',
  ])
  await begin(id)
  await work()
  const { imported, preview } = await readImport(id)
  expect(imported).toMatchObject({
    status: 'completed',
    file: { rows: 5, bytes: 99, columns: HEADER },
    progress: { totals: { rows: 5, created: 1, updated: 1, joined: 1, rejected: 4 } },
    endedAt: NOW,
  })
  expect(imported.progress.faults).toMatchObject([
    { class: 'hard-opted-out', count: 1 },
    { class: 'phoneNumber:invalid', count: 1 },
    { class: 'malformed', reason: 'The row is malformed', count: 1 },
    { class: 'email:invalid', count: 1 },
  ])
  expect(preview).toEqual([])
  expect((await rejected(id)).map(({ line, cells }) => [line, cells])).toEqual([
    [3, [BOB, 'Bob', '']],
    [4, ['nobody', '', '']],
    [5, null],
    [6, [ANN, '', 'x']],
  ])
  expect(await rejected(id, 'email:invalid')).toMatchObject([{ line: 6 }])
  expect([(await contactAt())!.firstName, (await contactAt(BOB))!.firstName]).toEqual(['Ann', 'Bob'])
  expect((await reread(target)).contactCount).toBe(1)
})

test('the first rows are shown as they will be, with what is wrong', async () => {
  const { upload, contact, map } = await open()
  await contact({ phone: BOB, lastName: 'Lee' })
  const { id } = await upload(HEADER, ['(202) 555-0101', 'Ann', ''], [BOB, 'Bob', ''], ['', 'Cat', ''], [ANN, '', 'x'])
  const { preview } = await map(id, ['phoneNumber', 'firstName', 'email'], '1')
  expect(preview).toMatchObject([
    { line: 2, contact: { phone: ANN, firstName: 'Ann', isNew: true }, fault: null },
    { line: 3, contact: { phone: BOB, firstName: 'Bob', lastName: 'Lee', isNew: false } },
    { line: 4, contact: null, fault: { class: 'phoneNumber:missing' }, cells: ['', 'Cat', ''] },
    { line: 5, contact: null, fault: { class: 'email:invalid' } },
  ])
  expect((await map(id, [null, null, null])).preview[0]).toMatchObject({ fault: { class: 'phoneNumber:missing' } })
})

test('a check finds all faults and changes no contact, and the import can then be mapped again and started', async () => {
  const { upload, check, work, readImport, rejected, contactAt, map, begin } = await open()
  const { id } = await upload(HEADER, [ANN, 'Ann', 'x'], [BOB, 'Bob', ''])
  await check(id)
  await work()
  const checked = (await readImport(id)).imported
  expect(checked).toMatchObject({ status: 'ready', progress: { totals: { rows: 2, created: 0, rejected: 1 } } })
  expect([await contactAt(BOB), (await rejected(id)).length]).toEqual([null, 1])
  await map(id, ['phoneNumber', 'firstName', null])
  expect(await rejected(id)).toEqual([])
  await begin(id)
  await work()
  expect((await readImport(id)).imported.progress.totals).toMatchObject({ rows: 2, created: 2, rejected: 0 })
})

test('rows can keep contacts that exist, which still join the groups', async () => {
  const { upload, begin, work, readImport, contact, contactAt } = await open()
  await contact({ phone: ANN, firstName: 'Anna' })
  const { id } = await upload(HEADER, [ANN, 'Ann', ''], [BOB, 'Bob', ''])
  await begin(id, { onExisting: 'keep' })
  await work()
  const { totals } = (await readImport(id)).imported.progress
  expect(totals).toMatchObject({ created: 1, updated: 0, unchanged: 1, joined: 2 })
  expect((await contactAt())!.firstName).toBe('Anna')
})

test('contacts can join several groups, or none', async () => {
  const { upload, begin, work, target, group, reread } = await open()
  const other = await group({ name: 'Other' })
  const [first, second] = [await upload(HEADER, [ANN, '', '']), await upload(HEADER, [BOB, '', ''])]
  await begin(first.id, { groups: [target.id, other.id, target.id] })
  await begin(second.id, { groups: [] })
  await work()
  for (const one of [target, other]) expect((await reread(one)).contactCount).toBe(1)
})

test('no row is imported twice, even if a worker stops after it has stored a step', async () => {
  const adapters = inMemory({ now: NOW })
  const { upload, begin, readImport, work, run, account, contactAt } = await open(adapters)
  const phones = Array.from({ length: 2 * IMPORT_STEP_ROWS + 1 }, (_, n) => memberNumber(n))
  const { id } = await upload(HEADER, ...phones.map((phone) => [phone, 'First', '']))
  await begin(id)
  let commits = 0
  const crashing: UnitOfWork = {
    ...adapters.unitOfWork,
    run: async (unit) => {
      const result = await adapters.unitOfWork.run(unit)
      if (++commits === 2) throw new Error('The worker stopped')
      return result
    },
  }
  const [job] = await run(({ jobs }) =>
    jobs.claim({
      account: account.id,
      lane: 'bulk',
      limit: 1,
      now: NOW,
      leaseUntil: new Date(NOW.getTime() + 30_000),
      fence: 'fence-1',
    }),
  )
  const stopped = new RunImport({ ...adapters, unitOfWork: crashing }).execute(job as never)
  await expect(stopped).rejects.toThrow('The worker stopped')
  expect((await readImport(id)).imported.progress).toMatchObject({ next: 2, totals: { created: 2_000 } })
  const first = (await contactAt(phones[0]))!
  await run(({ contacts }) => contacts.save([{ ...first, firstName: 'Changed' }]))
  adapters.clock.advance(30_001)
  await work()
  const { status, progress } = (await readImport(id)).imported
  expect([status, progress.totals.created, progress.totals.rows]).toEqual(['completed', 2_001, 2_001])
  expect((await contactAt(phones[0]))!.firstName).toBe('Changed')
})

test('canceling deletes the file and keeps what was imported', async () => {
  const { upload, begin, cancelImport, work, readImport, run, contactAt } = await open()
  const imported = await upload(HEADER, [ANN, 'Ann', ''])
  await begin(imported.id)
  expect((await cancelImport(imported.id)).imported).toMatchObject({ status: 'canceled', endedAt: NOW })
  await work()
  expect((await readImport(imported.id)).imported.status).toBe('canceled')
  expect(await run(({ contactImports }) => contactImports.rows(imported, 0))).toBeNull()
  expect(await contactAt()).toBeNull()
  expect((await cancelImport(imported.id)).imported.status).toBe('canceled')
})

test('an import fails if something that it needs was removed', async () => {
  const { upload, begin, work, readImport, run, target, account } = await open()
  const { id } = await upload(HEADER, [ANN, 'Ann', ''])
  await begin(id)
  await run(({ groups }) => groups.remove(account.id, target.id))
  await work()
  expect((await readImport(id)).imported).toMatchObject({
    status: 'failed',
    failure: 'A group that the contacts were to join was removed',
  })
})

test('only an import that is ready can be mapped, checked or started', async () => {
  const { upload, begin, map, check } = await open()
  const { id } = await upload(HEADER, [ANN, 'Ann', ''])
  await expect(map(id, ['phoneNumber'])).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(map(id, ['email', 'email', 'nothing'])).rejects.toMatchObject({
    details: {
      fields: [
        { field: 'columns[1]', message: 'is the target of another column: email' },
        { field: 'columns[2]', message: expect.stringMatching(/^must be null, phoneNumber/) },
      ],
    },
  })
  await map(id, [null, 'firstName', null])
  await expect(begin(id)).rejects.toMatchObject({ code: 'invalid-input' })
  await map(id, ['phoneNumber', null, null])
  await begin(id)
  for (const change of [map(id, ['phoneNumber', null, null]), check(id), begin(id)]) {
    await expect(change).rejects.toMatchObject({ code: 'import-not-ready' })
  }
  await expect(begin('imp_1')).rejects.toMatchObject({ code: 'import-not-found' })
})

test('an upload that fails leaves nothing behind, and an account can have ten open imports', async () => {
  const { upload, run, account } = await open()
  const open10 = () => run(({ contactImports }) => contactImports.countOpen(account.id))
  await expect(upload()).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(upload(HEADER)).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(upload('has a quote in the wrong place')).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(upload(Array(201).fill('x'))).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await open10()).toBe(0)
  for (let n = 0; n < 10; n++) await upload(HEADER, [ANN, '', ''])
  await expect(upload(HEADER, [ANN, '', ''])).rejects.toMatchObject({ code: 'too-many-imports' })
})

test('a number that is erased before its row is imported is not added again', async () => {
  const fixture = await open()
  const { upload, begin, work, account, contactAt, rejected } = fixture
  const { id } = await upload(HEADER, [ANN, 'Ann', ''], [BOB, 'Bob', ''])
  await new EraseContact({ ...fixture, provider: fixture.provider }).execute({ accountName: account.name, phone: ANN })
  await begin(id)
  await work()
  expect([await contactAt(), (await contactAt(BOB))!.firstName]).toEqual([null, 'Bob'])
  expect(await rejected(id)).toMatchObject([{ line: 2, class: 'erased', cells: null }])
})
