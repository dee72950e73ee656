import { declaringFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { ChangeGroup, ReadGroupUses, RetireGroup } from './change-groups.js'
import { ChangeSettings, ReadSettings } from './change-settings.js'

const DAILY = { days: ['mon', 'tue'], from: '08:00', to: '21:00' } as const
const FOR_VIP = { ...DAILY, from: '10:00', group: 'VIP' } as const
const WINDOWS = [DAILY, FOR_VIP]

async function open() {
  const fixture = declaringFixture(inMemory())
  const { account, parts } = await fixture.apply({ groups: [{ name: 'VIP' }, { name: 'News' }] })
  const change = (sendingWindows: unknown, more: object = {}) =>
    new ChangeSettings(fixture).execute({
      account: account.id,
      changes: { sendingWindows, ...more } as never,
      isCurrent: () => true,
      byOwner: false,
    })
  return {
    ...fixture,
    account: account.id,
    vip: parts.groups.find(({ name }) => name === 'VIP')!,
    change,
    windows: async () => (await new ReadSettings(fixture).execute({ account: account.id })).sendingWindows,
  }
}

const faultsOf = (fields: readonly object[]) => ({ code: 'invalid-input', details: { fields } })

describe('sending windows for a group', () => {
  test('are declared by its name, also one of the same declaration; declaring them again changes nothing', async () => {
    const { apply, windows } = await open()
    const declaration = { sendingWindows: [DAILY, { ...FOR_VIP, group: 'New' }] }
    const { changes } = await apply({ ...declaration, groups: [{ name: 'New' }] })
    expect(changes).toEqual(['account: changed Acme', 'groups: created New'])
    expect(await windows()).toEqual(declaration.sendingWindows)
    expect((await apply(declaration)).changes).toEqual([])
    expect((await apply({})).changes).toEqual([])
  })

  test('with a `group` of null are for everybody, and are kept without it', async () => {
    const { apply, windows } = await open()
    await apply({ sendingWindows: [{ ...DAILY, group: null }] })
    expect((await windows())?.map((window) => Object.keys(window))).toEqual([['days', 'from', 'to']])
    expect((await apply({ sendingWindows: [DAILY] })).changes).toEqual([])
  })

  test('are changed by the account itself, as a setting', async () => {
    const { change, windows } = await open()
    expect((await change(WINDOWS)).sendingWindows).toEqual(WINDOWS)
    expect(await windows()).toEqual(WINDOWS)
  })

  test.each([
    ['', 'must have 1 to 100 characters, without white space at the start or end, got ""'],
    [7, 'must be a string, got number'],
    ['Nobody', 'is not the name of a group of this account: got "Nobody"'],
    ['vip', 'is not the name of a group of this account: got "vip"'],
  ])('with the group %j are refused', async (group, message) => {
    const { change, apply, windows } = await open()
    const sendingWindows = [DAILY, { ...DAILY, group }]
    const field = 'sendingWindows[1].group'
    await expect(change(sendingWindows)).rejects.toMatchObject(faultsOf([{ field, message }]))
    await expect(apply({ sendingWindows } as never)).rejects.toMatchObject(
      faultsOf([{ field: `account.${field}`, message }]),
    )
    expect(await windows()).toBeNull()
  })
})

describe('the group of a sending window', () => {
  test('cannot be removed while a window names it, and its uses say so', async () => {
    const fixture = await open()
    const { account, vip, change } = fixture
    const cap = { messages: 1, per: '24h', counts: 'bulk', group: 'VIP' }
    await change(WINDOWS, { frequencyCaps: [cap] })
    const given = { account, item: vip.id }
    const remove = () => new RetireGroup(fixture).execute(given)
    await expect(remove()).rejects.toMatchObject({
      code: 'item-in-use',
      details: {
        usedBy: { members: { active: 0, pending: 0 }, frequencyCaps: [cap], sendingWindows: [FOR_VIP] },
      },
    })
    const uses = () => new ReadGroupUses(fixture).execute(given)
    expect((await uses()).settings).toEqual({ frequencyCaps: [cap], sendingWindows: [FOR_VIP] })
    await change(WINDOWS, { frequencyCaps: [] })
    await expect(remove()).rejects.toMatchObject({ details: { usedBy: { sendingWindows: [FOR_VIP] } } })
    await change([DAILY])
    expect((await uses()).settings).toEqual({})
    await remove()
  })

  test('cannot be removed by a declaration that prunes', async () => {
    const { change, apply, windows } = await open()
    await change(WINDOWS)
    await expect(apply({ groups: [{ name: 'News' }] }, { prune: true })).rejects.toMatchObject(
      faultsOf([{ field: 'account.sendingWindows[1].group' }]),
    )
    expect(await windows()).toEqual(WINDOWS)
  })

  test('may get another name: the windows and the caps follow it', async () => {
    const fixture = await open()
    const { account, vip, change, windows } = fixture
    await change(WINDOWS, { frequencyCaps: [{ messages: 1, per: '24h', group: 'VIP' }], holidays: ['2026-12-25'] })
    await new ChangeGroup(fixture).execute({ account, item: vip.id, changes: { name: 'Gold' } })
    expect(await windows()).toEqual([DAILY, { ...FOR_VIP, group: 'Gold' }])
    const settings = await new ReadSettings(fixture).execute({ account })
    expect(settings).toMatchObject({ frequencyCaps: [{ group: 'Gold' }], holidays: ['2026-12-25'] })
  })
})
