import { NOT_STARTED, type ContactImport, type ImportRow, type ImportStatus, type RejectedRow } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, fixedId, ids, NOW, type Of } from '../fixtures/builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'

/** An import whose file is stored and that nobody has started. */
export function anImport(given: Of<ContactImport>): ContactImport {
  return {
    id: ids.next('imp'),
    status: 'ready',
    user: ids.next('usr'),
    file: {
      name: 'crm.csv',
      columns: ['Phone'],
      delimiter: ',',
      encoding: 'utf-8',
      hasMark: false,
      bytes: 12,
      rows: 1,
    },
    mapping: { columns: ['phoneNumber'], callingCode: null },
    plan: null,
    progress: NOT_STARTED,
    failure: null,
    createdAt: NOW,
    startedAt: null,
    endedAt: null,
    ...given,
  }
}

const FULL = {
  status: 'failed',
  file: {
    name: 'Grüße "1".csv',
    columns: ['Phone', '', 'Émail'],
    delimiter: '\t',
    encoding: 'windows-1252',
    hasMark: true,
    bytes: 200_000_000,
    rows: 1_000_000,
  },
  mapping: { columns: ['phoneNumber', null, 'contact_custom_field_1'], callingCode: '1' },
  plan: { groups: [fixedId('grp')], onExisting: 'keep', by: 'API' },
  progress: {
    next: 7,
    totals: { rows: 7_000, created: 1, updated: 2, unchanged: 3, joined: 4, rejected: 6_994 },
    faults: [{ class: 'email:invalid', reason: 'email must be "an" address', count: 6_994 }],
  },
  failure: 'A group was removed',
  startedAt: after(1),
  endedAt: after(2.002),
} as const

const ROWS: readonly ImportRow[] = [
  { line: 2, cells: ['+12025550123', 'Zoë "Z"\n', ''] },
  { line: 4, fault: 'is longer than 10240 characters' },
  { line: 5, cells: [] },
]

const rejected = (line: number, given: Partial<RejectedRow> = {}): RejectedRow => ({
  line,
  class: 'email:invalid',
  reason: 'email must be an address',
  cells: ['+12025550123', 'nobody'],
  ...given,
})

export function describeContactImportStore(open: OpenTestAdapters) {
  async function openStore() {
    const fixture = await accountFixture(await open())
    const { run } = fixture
    const account = fixture.account.id
    const added = (given: Partial<ContactImport> = {}) =>
      run(async ({ contactImports }) => {
        const imported = anImport({ account, ...given })
        await contactImports.add(imported)
        return imported
      })
    const find = ({ account: of, id }: ContactImport) => run(({ contactImports }) => contactImports.find(of, id))
    const listed = (of: ContactImport, query: { class?: string; afterLine?: number; limit?: number } = {}) =>
      run(({ contactImports }) => contactImports.rejected(of, { class: null, afterLine: 0, limit: 10, ...query }))
    return { ...fixture, id: account, added, find, listed }
  }

  describe('imports', () => {
    test('are found by id, with all fields, and belong to one account', async () => {
      const { added, find, neighbour } = await openStore()
      const [plain, full] = [await added(), await added(FULL)]
      for (const imported of [plain, full]) expect(await find(imported)).toEqual(imported)
      const { id: other } = await neighbour()
      expect(await find({ ...plain, account: other })).toBeNull()
    })

    test('are saved, except for what never changes', async () => {
      const { added, find, run } = await openStore()
      const before = await added()
      const saved = { ...before, ...FULL }
      await run(async ({ contactImports }) => {
        expect(await contactImports.lock(before.account, before.id)).toEqual(before)
        await contactImports.save(saved)
      })
      expect(await find(before)).toEqual(saved)
    })

    test('are listed newest first, then by descending id', async () => {
      const { added, run, id } = await openStore()
      const [first, second, third] = [await added(), await added(), await added({ createdAt: after(1) })]
      const list = (place: ContactImport | null, limit = 10) =>
        run(({ contactImports }) => contactImports.list(id, { after: place, limit }))
      expect(await list(null)).toEqual([third, second, first])
      expect(await list(third, 1)).toEqual([second])
    })

    test.each<[ImportStatus, number]>([
      ['uploading', 1],
      ['ready', 1],
      ['checking', 1],
      ['running', 1],
      ['completed', 0],
      ['canceled', 0],
      ['failed', 0],
    ])('are counted while they have a file: %s', async (status, count) => {
      const { added, run, id } = await openStore()
      await added({ status })
      expect(await run(({ contactImports }) => contactImports.countOpen(id))).toBe(count)
    })

    test('have rows in steps, until they are removed; a step that is added again stays', async () => {
      const { added, run } = await openStore()
      const [of, other] = [await added(), await added()]
      await run(async ({ contactImports }) => {
        await contactImports.addRows(of, 0, ROWS)
        await contactImports.addRows(of, 1, [ROWS[0]!])
        await contactImports.addRows(other, 0, [])
      })
      await run(({ contactImports }) => contactImports.addRows(of, 0, []))
      await run(async ({ contactImports }) => {
        expect(await contactImports.rows(of, 0)).toEqual(ROWS)
        expect(await contactImports.rows(of, 1)).toEqual([ROWS[0]])
        expect(await contactImports.rows(of, 2)).toBeNull()
        await contactImports.removeRows(of)
        expect(await contactImports.rows(of, 0)).toBeNull()
        expect(await contactImports.rows(other, 0)).toEqual([])
      })
    })

    test('have rejected rows in the order of their lines, by class or all', async () => {
      const { added, run, listed } = await openStore()
      const [of, other] = [await added(), await added()]
      const malformed = rejected(3, { class: 'malformed', cells: null })
      await run(async ({ contactImports }) => {
        await contactImports.addRejected(of, [rejected(10), rejected(2)])
        await contactImports.addRejected(of, [malformed])
        await contactImports.addRejected(of, [rejected(2, { reason: 'Another' })])
        await contactImports.addRejected(other, [rejected(1)])
      })
      expect(await listed(of)).toEqual([rejected(2), malformed, rejected(10)])
      expect(await listed(of, { afterLine: 2, limit: 1 })).toEqual([malformed])
      expect(await listed(of, { class: 'email:invalid' })).toEqual([rejected(2), rejected(10)])
      await run(({ contactImports }) => contactImports.removeRejected(of))
      expect([await listed(of), await listed(other)]).toEqual([[], [rejected(1)]])
    })

    test('are removed with their rows', async () => {
      const { added, run, find, listed } = await openStore()
      const [of, other] = [await added(), await added()]
      await run(async ({ contactImports }) => {
        for (const one of [of, other]) {
          await contactImports.addRows(one, 0, ROWS)
          await contactImports.addRejected(one, [rejected(2)])
        }
        await contactImports.remove(of.account, of.id)
      })
      expect([await find(of), await listed(of)]).toEqual([null, []])
      expect([await find(other), await listed(other)]).toEqual([other, [rejected(2)]])
      expect(await run(({ contactImports }) => contactImports.rows(of, 0))).toBeNull()
    })

    test('are trimmed by their state, the oldest first, but never while a worker works on them', async () => {
      const { added, run, id, find } = await openStore()
      const at = (status: ImportStatus, seconds: number) => added({ status, createdAt: after(seconds) })
      const [completed, ready, uploading] = [await at('completed', 0), await at('ready', 9), await at('uploading', 19)]
      const kept = [
        await at('completed', 10),
        await at('ready', 20),
        await at('uploading', 30),
        await at('running', 0),
        await at('checking', 0),
      ]
      const before = { ended: after(10), ready: after(20), uploading: after(30) }
      const trim = (limit: number) => run(({ contactImports }) => contactImports.trim(id, before, limit))
      expect(await trim(1)).toBe(1)
      expect([await find(completed), await find(ready)]).toEqual([null, ready])
      expect([await trim(5), await trim(5)]).toEqual([2, 0])
      expect([await find(ready), await find(uploading)]).toEqual([null, null])
      for (const one of kept) expect(await find(one)).toEqual(one)
    })

    test('roll back with the unit of work', async () => {
      const fixture = await openStore()
      const of = await fixture.added()
      await expectRolledBack(fixture.run, async ({ contactImports }) => {
        await contactImports.addRows(of, 0, ROWS)
        await contactImports.addRejected(of, [rejected(2)])
        await contactImports.save({ ...of, ...FULL })
      })
      expect([await fixture.find(of), await fixture.listed(of)]).toEqual([of, []])
    })
  })

  describe('erasing a number', () => {
    test('removes its rows from files and from rejected rows, however the number is written', async () => {
      const { added, run, id, listed, neighbour } = await openStore()
      const { id: other } = await neighbour()
      const [of, ended] = [await added({ status: 'running' }), await added({ status: 'completed' })]
      const theirs = await added({ account: other })
      const rows: readonly ImportRow[] = [
        { line: 2, cells: ['Ann', '+1 (202) 555-0123'] },
        { line: 3, cells: ['Bob', '+12025550124', '0123'] },
        { line: 4, fault: 'is malformed' },
        { line: 5, cells: ['Ann', '202.555.0123'] },
      ]
      await run(async ({ contactImports }) => {
        for (const one of [of, theirs]) await contactImports.addRows(one, 0, rows)
        await contactImports.addRejected(ended, [
          rejected(2, { cells: ['12025550123'] }),
          rejected(3, { cells: ['+12025550124'] }),
          rejected(4, { cells: null }),
        ])
      })
      const who = { account: id, phone: '+12025550123' as never }
      expect(await run(({ erasures }) => erasures.eraseImportedRows(who))).toBe(3)
      const erased = { fault: 'has a number that was erased' }
      await run(async ({ contactImports }) => {
        expect(await contactImports.rows(of, 0)).toEqual([
          { line: 2, ...erased },
          rows[1],
          rows[2],
          { line: 5, ...erased },
        ])
        expect(await contactImports.rows(theirs, 0)).toEqual(rows)
      })
      expect((await listed(ended)).map(({ line }) => line)).toEqual([3, 4])
      expect(await run(({ erasures }) => erasures.eraseImportedRows(who))).toBe(0)
    })
  })
}
