import { declaringFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { ChangeGroup, RetireGroup } from './change-groups.js'
import { ChangeSettings, ReadSettings } from './change-settings.js'

const CAPS = [
  { messages: 2, per: '24h' },
  { messages: 6, per: '7d', counts: 'all', group: 'VIP' },
] as const
const STORED = [
  { messages: 2, per: '24h', counts: 'bulk', group: null },
  { messages: 6, per: '7d', counts: 'all', group: 'VIP' },
]

async function open() {
  const fixture = declaringFixture(inMemory())
  const { account, parts } = await fixture.apply({ groups: [{ name: 'VIP' }, { name: 'News' }] })
  const change = (frequencyCaps: unknown, byOwner = false) =>
    new ChangeSettings(fixture).execute({
      account: account.id,
      changes: { frequencyCaps } as never,
      isCurrent: () => true,
      byOwner,
    })
  return {
    ...fixture,
    account: account.id,
    vip: parts.groups.find(({ name }) => name === 'VIP')!,
    change,
    caps: async () => (await new ReadSettings(fixture).execute({ account: account.id })).frequencyCaps,
  }
}

const faultsOf = (fields: readonly object[]) => ({ code: 'invalid-input', details: { fields } })

describe('frequency caps', () => {
  test('are none for a new account', async () => {
    const { caps } = await open()
    expect(await caps()).toEqual([])
  })

  test('are declared, with the group by its name, also one of the same declaration; declaring them again changes nothing', async () => {
    const { apply, caps } = await open()
    const declaration = { frequencyCaps: CAPS.map((cap) => ({ ...cap, ...('group' in cap && { group: 'New' }) })) }
    const { changes } = await apply({ ...declaration, groups: [{ name: 'New' }] })
    expect(changes).toEqual(['account: changed Acme', 'groups: created New'])
    expect(await caps()).toEqual([STORED[0], { ...STORED[1], group: 'New' }])
    expect((await apply(declaration)).changes).toEqual([])
    expect((await apply({})).changes).toEqual([])
    await apply({ frequencyCaps: [] })
    expect(await caps()).toEqual([])
  })

  test('are changed by the account itself, as a setting', async () => {
    const { change, caps } = await open()
    expect((await change(CAPS)).frequencyCaps).toEqual(STORED)
    expect(await caps()).toEqual(STORED)
  })

  test.each([
    [[{ per: '24h' }], [{ field: 'frequencyCaps[0].messages' }]],
    [[{ messages: 2 }], [{ field: 'frequencyCaps[0].per' }]],
    [
      [{ messages: 0, per: '24h' }],
      [{ field: 'frequencyCaps[0].messages', message: 'must be a whole number from 1 to 1000, got 0' }],
    ],
    [[{ messages: 1_001, per: '24h' }], [{ field: 'frequencyCaps[0].messages' }]],
    [[{ messages: 1.5, per: '24h' }], [{ field: 'frequencyCaps[0].messages' }]],
    [
      [{ messages: 1, per: '31d' }],
      [
        {
          field: 'frequencyCaps[0].per',
          message: 'must be a number of hours or days from 1h to 30d, such as 24h or 7d, got "31d"',
        },
      ],
    ],
    [[{ messages: 1, per: 24 }], [{ field: 'frequencyCaps[0].per', message: 'must be a string, got number' }]],
    [
      [{ messages: 1, per: '24h', counts: 'single' }],
      [{ field: 'frequencyCaps[0].counts', message: 'must be one of bulk, all, got "single"' }],
    ],
    [[{ messages: 1, per: '24h', group: '' }], [{ field: 'frequencyCaps[0].group' }]],
    [[{ messages: 1, per: '24h', max: 3 }], [{ field: 'frequencyCaps[0].max' }]],
    [
      [
        { messages: 1, per: '24h' },
        { messages: 2, per: '1d' },
      ],
      [{ field: 'frequencyCaps[1].per' }],
    ],
    [Array.from({ length: 11 }, (_, n) => ({ messages: 1, per: `${n + 1}h` })), [{ field: 'frequencyCaps' }]],
    [null, [{ field: 'frequencyCaps', message: 'must be an array, got null' }]],
  ])('that are faulty are refused: %j', async (frequencyCaps, fields) => {
    const { change, apply, caps } = await open()
    await expect(change(frequencyCaps)).rejects.toMatchObject(faultsOf(fields))
    const declared = fields.map((fault) => ({ ...fault, field: `account.${fault.field}` }))
    await expect(apply({ frequencyCaps } as never)).rejects.toMatchObject(faultsOf(declared))
    expect(await caps()).toEqual([])
  })

  test('for a group that the account does not have are refused', async () => {
    const { change, apply } = await open()
    const frequencyCaps = [{ messages: 1, per: '24h', group: 'Nobody' }]
    const message = 'is not the name of a group of this account: got "Nobody"'
    await expect(change(frequencyCaps)).rejects.toMatchObject(faultsOf([{ field: 'frequencyCaps[0].group', message }]))
    const field = 'account.frequencyCaps[0].group'
    await expect(apply({ frequencyCaps })).rejects.toMatchObject(faultsOf([{ field, message }]))
  })
})

describe('the group of a cap', () => {
  test('cannot be removed while a cap names it', async () => {
    const fixture = await open()
    const { account, vip, change } = fixture
    await change(CAPS)
    const remove = () => new RetireGroup(fixture).execute({ account, item: vip.id })
    await expect(remove()).rejects.toMatchObject({
      code: 'item-in-use',
      details: { usedBy: { members: { active: 0, pending: 0 }, frequencyCaps: [STORED[1]] } },
    })
    await change([CAPS[0]])
    await remove()
  })

  test('cannot be removed by a declaration that prunes', async () => {
    const { account, change, apply, caps } = await open()
    await change(CAPS)
    await expect(apply({ groups: [{ name: 'News' }] }, { prune: true })).rejects.toMatchObject(
      faultsOf([{ field: 'account.frequencyCaps[1].group' }]),
    )
    expect([account, await caps()]).toEqual([account, STORED])
  })

  test('may get another name: the cap follows it', async () => {
    const fixture = await open()
    const { account, vip, change, caps } = fixture
    await change(CAPS)
    await new ChangeGroup(fixture).execute({ account, item: vip.id, changes: { name: 'Gold' } })
    expect(await caps()).toEqual([STORED[0], { ...STORED[1], group: 'Gold' }])
  })
})
