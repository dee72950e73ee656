import { describe, expect, test } from '@jest/globals'
import { reconcile, type Findings } from './reconcile.js'

type Declared = { readonly name: string; readonly size?: number }
type Stored = { readonly name: string; readonly size: number; readonly made: string }

/** A list of things, stored in a map. Some belong to another account or are in use. */
function given({ stored = [], taken = [], used = [] }: { stored?: Stored[]; taken?: string[]; used?: string[] }) {
  const kept = new Map(stored.map((item) => [item.name, item]))
  const findings: Findings = { changes: [], faults: [] }
  const bring = (declared: readonly Declared[] | undefined, { prune = false } = {}) =>
    reconcile<Declared, Stored>(
      { prune, findings },
      {
        list: 'things',
        key: 'name',
        declared,
        stored: [...kept.values()],
        keyOf: ({ name }) => name,
        wanted: (item, before, i) => ({ size: 1, made: `at ${i}`, ...before, ...item }),
        put: async (item) => {
          if (taken.includes(item.name)) return false
          kept.set(item.name, item)
          return true
        },
        remove: async ({ name }) => {
          if (used.includes(name)) return 'still has members'
          kept.delete(name)
          return true
        },
      },
    )
  return { kept, findings, bring }
}

const CUP: Stored = { name: 'cup', size: 2, made: 'long ago' }
const PAN: Stored = { name: 'pan', size: 3, made: 'long ago' }

describe('a declared list', () => {
  test('creates new items, in the order of the declaration', async () => {
    const { kept, findings, bring } = given({})
    const result = await bring([{ name: 'pan', size: 5 }, { name: 'cup' }])
    expect(result).toEqual([
      { name: 'pan', size: 5, made: 'at 0' },
      { name: 'cup', size: 1, made: 'at 1' },
    ])
    expect([...kept.values()]).toEqual(result)
    expect(findings).toEqual({ changes: ['things: created pan', 'things: created cup'], faults: [] })
  })

  test('changes what differs, and keeps the fields that an item omits', async () => {
    const { kept, findings, bring } = given({ stored: [CUP, PAN] })
    expect(await bring([{ name: 'cup', size: 9 }, { name: 'pan' }])).toEqual([{ ...CUP, size: 9 }, PAN])
    expect(kept.get('cup')).toEqual({ ...CUP, size: 9 })
    expect(findings.changes).toEqual(['things: changed cup'])
  })

  test('changes nothing the second time', async () => {
    const { findings, bring } = given({ stored: [CUP] })
    await bring([{ name: 'cup', size: 9 }, { name: 'pan' }], { prune: true })
    findings.changes.length = 0
    await bring([{ name: 'cup', size: 9 }, { name: 'pan' }], { prune: true })
    expect(findings).toEqual({ changes: [], faults: [] })
  })

  test.each([[undefined], [[]]])('keeps the items that the declaration omits: %j', async (declared) => {
    const { kept, findings, bring } = given({ stored: [CUP, PAN] })
    expect(await bring(declared)).toEqual([CUP, PAN])
    expect(kept.size).toBe(2)
    expect(findings.changes).toEqual([])
  })

  test('loses the items that the declaration omits if it is pruned', async () => {
    const { kept, findings, bring } = given({ stored: [CUP, PAN] })
    expect(await bring([{ name: 'pan' }], { prune: true })).toEqual([PAN])
    expect([...kept.keys()]).toEqual(['pan'])
    expect(findings).toEqual({ changes: ['things: removed cup'], faults: [] })
  })

  test('reports the path of an item that belongs to another account, and continues', async () => {
    const { kept, findings, bring } = given({ taken: ['pan'] })
    await bring([{ name: 'cup' }, { name: 'pan' }, { name: 'pot' }])
    expect(findings.faults).toEqual([{ field: 'account.things[1].name', message: 'belongs to another account' }])
    expect(findings.changes).toEqual(['things: created cup', 'things: created pot'])
    expect([...kept.keys()]).toEqual(['cup', 'pot'])
  })

  test('reports an item that cannot be removed, and continues', async () => {
    const { kept, findings, bring } = given({ stored: [CUP, PAN], used: ['cup'] })
    await bring([], { prune: true })
    expect(findings.faults).toEqual([
      { field: 'account.things', message: 'leaves out "cup", which still has members and cannot be removed' },
    ])
    expect(findings.changes).toEqual(['things: removed pan'])
    expect([...kept.keys()]).toEqual(['cup'])
  })
})
