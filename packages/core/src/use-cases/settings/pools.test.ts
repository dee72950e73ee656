import { aSchedule, declaringFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Pool } from '../../model/senders/pool.js'
import { parsePhoneNumber } from '../../values/phone/phone-number.js'
import { ReadSenderUses, RemoveSender } from './change-senders.js'
import { ChangeSettings, ReadSettings } from './change-settings.js'

const ONE = '+12025550100'
const TWO = '+12125550100'
const CODE = '12345'
const NUMBERS = [ONE, TWO, CODE].map((number) => ({ number }))
const EAST = { name: 'East', numbers: [ONE, TWO] }
const WEST = { name: 'West', numbers: [TWO, CODE] }

async function open() {
  const fixture = declaringFixture(inMemory())
  const { account } = await fixture.apply({ numbers: NUMBERS })
  const change = (pools: unknown, byOwner = false) =>
    new ChangeSettings(fixture).execute({
      account: account.id,
      changes: { pools } as never,
      isCurrent: () => true,
      byOwner,
    })
  const pools = async () => (await new ReadSettings(fixture).execute({ account: account.id })).pools as readonly Pool[]
  return {
    ...fixture,
    account: account.id,
    change,
    pools,
    async declared() {
      await change([EAST, WEST])
      const [east, west] = await pools()
      return { east: east!, west: west! }
    },
    scheduleFrom: (from: string) =>
      fixture.unitOfWork.run(async ({ schedules }) => {
        const schedule = aSchedule({ account: account.id, from })
        await schedules.add(schedule)
        return schedule
      }),
  }
}

const faultsOf = (fields: readonly object[]) => ({ code: 'invalid-input', details: { fields } })
const stored = (pool: object) => ({ ...pool, id: expect.stringMatching(/^pool_/) })

describe('the pools of an account', () => {
  test('are none for a new account', async () => {
    const { pools } = await open()
    expect(await pools()).toEqual([])
  })

  test('are declared after the numbers of the same declaration; declaring them again, or as they are shown, changes nothing', async () => {
    const { apply, pools } = await open()
    const north = { name: 'North', numbers: ['+13125550100', ONE] }
    const declaration = { numbers: [{ number: '+13125550100' }], pools: [EAST, north] }
    expect((await apply(declaration)).changes).toEqual([
      'numbers: created +13125550100',
      'pools: created East',
      'pools: created North',
    ])
    expect(await pools()).toEqual([stored(EAST), stored(north)])
    expect((await apply(declaration)).changes).toEqual([])
    expect((await apply({ pools: await pools() })).changes).toEqual([])
  })

  test('are declared with a new account', async () => {
    const { apply } = declaringFixture(inMemory())
    const { account, changes } = await apply({ numbers: NUMBERS, pools: [EAST] })
    expect(account.pools).toEqual([stored(EAST)])
    expect(changes).toContain('pools: created East')
  })

  test('stay if a declaration omits them, also one that prunes, and an empty list removes all', async () => {
    const { apply, change, declared, pools } = await open()
    const { east, west } = await declared()
    expect((await apply({ refuseLandlines: true })).changes).toEqual(['account: changed Acme'])
    expect((await apply({ numbers: NUMBERS }, { prune: true })).changes).toEqual([])
    expect(await pools()).toEqual([east, west])
    expect((await apply({ pools: [WEST] })).changes).toEqual(['pools: removed East'])
    expect(await pools()).toEqual([west])
    expect((await change([])).pools).toEqual([])
  })

  test('keep their id under another name and with other numbers', async () => {
    const { apply, change, declared, pools } = await open()
    const { east, west } = await declared()
    const renamed = [{ ...east, name: 'Coast' }, west]
    expect((await change(renamed)).pools).toEqual(renamed)
    const { changes } = await apply({ pools: [{ name: 'Coast', numbers: [CODE] }, WEST] })
    expect(changes).toEqual(['pools: changed Coast'])
    expect(await pools()).toEqual([{ ...east, name: 'Coast', numbers: [CODE] }, west])
  })

  test('are planned like other changes, and a plan changes nothing', async () => {
    const { plan, declared, pools } = await open()
    const { east, west } = await declared()
    expect((await plan({ pools: [{ ...WEST, numbers: [ONE] }] })).changes).toEqual([
      'pools: changed West',
      'pools: removed East',
    ])
    expect(await pools()).toEqual([east, west])
  })

  test('get one id each, even if the unit of work runs again because its commit was not acknowledged', async () => {
    const { account, pools, unitOfWork, ...fixture } = await open()
    const run: typeof unitOfWork.run = async (work) => {
      await unitOfWork.run(work)
      return unitOfWork.run(work)
    }
    let isFirst = true
    const changed = await new ChangeSettings({ ...fixture, unitOfWork: { run, runOne: run } }).execute({
      account,
      changes: { pools: [EAST] },
      isCurrent: () => isFirst && !(isFirst = false),
      byOwner: false,
    })
    expect(changed.pools).toEqual(await pools())
  })
})

test('a removed pool forgets who had which number, and a renamed one does not', async () => {
  const { account, apply, change, declared, unitOfWork } = await open()
  const { east, west } = await declared()
  const phone = parsePhoneNumber('+12025550123')
  for (const { id } of [east, west])
    await unitOfWork.run(({ pools }) => pools.assign(account, id, new Map([[phone, TWO]])))
  const people = (pool: Pool) =>
    unitOfWork.run(async ({ pools }) => [...(await pools.loads(account, pool)).values()].reduce((a, b) => a + b))
  await change([{ ...east, name: 'Coast' }, west])
  expect([await people(east), await people(west)]).toEqual([1, 1])
  await change([west])
  await apply({ pools: [] })
  expect([await people(east), await people(west)]).toEqual([0, 0])
})

describe('pools that are faulty are refused', () => {
  const number = { name: 'East', numbers: [ONE] }

  test.each([
    [[{ numbers: [ONE] }], [{ field: 'pools[0].name' }]],
    [[{ name: 'East' }], [{ field: 'pools[0].numbers' }]],
    [[{ ...number, name: '' }], [{ field: 'pools[0].name' }]],
    [[{ ...number, name: ' East' }], [{ field: 'pools[0].name' }]],
    [[{ ...number, name: 'x'.repeat(101) }], [{ field: 'pools[0].name' }]],
    [[{ ...number, numbers: [] }], [{ field: 'pools[0].numbers', message: 'must have 1 to 100 entries, got 0' }]],
    [[{ ...number, numbers: ['2025550100'] }], [{ field: 'pools[0].numbers[0]' }]],
    [[{ ...number, numbers: ONE }], [{ field: 'pools[0].numbers', message: 'must be an array, got string' }]],
    [
      [{ ...number, id: 'east' }],
      [{ field: 'pools[0].id', message: 'must be the id of a pool, which begins with pool_, got "east"' }],
    ],
    [
      [{ ...number, sticky: true }],
      [{ field: 'pools[0].sticky', message: 'is not a known property: expected one of name, numbers, id' }],
    ],
    [[number, number], [{ field: 'pools[1].name' }]],
    [[{ ...number, numbers: [ONE, ONE] }], [{ field: 'pools[0].numbers[1]' }]],
    [null, [{ field: 'pools', message: 'must be an array, got null' }]],
  ])('%j', async (given, fields) => {
    const { change, apply, pools } = await open()
    await expect(change(given)).rejects.toMatchObject(faultsOf(fields))
    const declared = fields.map((fault) => ({ ...fault, field: `account.${fault.field}` }))
    await expect(apply({ pools: given } as never)).rejects.toMatchObject(faultsOf(declared))
    expect(await pools()).toEqual([])
  })

  test('more than 50, or with more than 100 numbers', async () => {
    const { change, pools } = await open()
    const many = Array.from({ length: 51 }, (_, n) => ({ name: `Pool ${n}`, numbers: [ONE] }))
    const message = 'must have at most 50 entries, got 51'
    await expect(change(many)).rejects.toMatchObject(faultsOf([{ field: 'pools', message }]))
    await change(many.slice(1))
    const numbers = Array.from({ length: 101 }, (_, n) => `+1202555${1000 + n}`)
    await expect(change([{ name: 'Big', numbers }])).rejects.toMatchObject(faultsOf([{ field: 'pools[0].numbers' }]))
    expect(await pools()).toHaveLength(50)
  })

  test('with a number or an id that the account does not have', async () => {
    const { change, apply } = await open()
    const other = [{ ...EAST, numbers: [ONE, '+13125550199'] }]
    const message = 'is not a number of this account: got +13125550199'
    await expect(change(other)).rejects.toMatchObject(faultsOf([{ field: 'pools[0].numbers[1]', message }]))
    const declared = [{ field: 'account.pools[0].numbers[1]', message }]
    await expect(apply({ pools: other })).rejects.toMatchObject(faultsOf(declared))
    const id = 'pool_00000000000000000000000000'
    const unknown = [{ ...EAST, id }]
    await expect(change(unknown)).rejects.toMatchObject(faultsOf([{ field: 'pools[0].id' }]))
    await expect(apply({ pools: unknown })).rejects.toMatchObject(faultsOf([{ field: 'account.pools[0].id' }]))
  })
})

describe('a pool that a schedule sends from', () => {
  test('cannot be removed until the schedule has ended, which the error names; a declaration says so too', async () => {
    const { change, declared, faultsOf: faults, pools, scheduleFrom, unitOfWork } = await open()
    const { east, west } = await declared()
    const schedule = await scheduleFrom(east.id)
    await expect(change([west])).rejects.toMatchObject({
      code: 'pool-in-use',
      message: '1 schedule sends from the pool "East": change or cancel them first',
      details: { pool: { id: east.id, name: 'East' }, schedules: [schedule.id] },
    })
    expect(await faults({ pools: [WEST] })).toEqual([
      { field: 'account.pools', message: 'leaves out "East", which schedules still send from and cannot be removed' },
    ])
    await change([{ ...east, name: 'Coast', numbers: [CODE] }])
    await unitOfWork.run(({ schedules }) => schedules.save({ ...schedule, status: 'ended', next: null }))
    await change([])
    expect(await pools()).toEqual([])
  })
})

describe('a number that a pool names', () => {
  test('cannot be removed until no pool names it, which the error and its uses list', async () => {
    const fixture = await open()
    const { account, change, declared } = fixture
    const { east, west } = await declared()
    const remove = () => new RemoveSender(fixture).execute({ account, item: TWO })
    const named = [east, west].map(({ id, name }) => ({ id, name }))
    await expect(remove()).rejects.toMatchObject({ code: 'item-in-use', details: { usedBy: { pools: named } } })
    expect((await new ReadSenderUses(fixture).execute({ account, item: TWO })).pools).toEqual([east, west])
    await change([{ ...east, numbers: [ONE] }])
    await remove()
    await expect(new RemoveSender(fixture).execute({ account, item: ONE })).rejects.toMatchObject({
      code: 'item-in-use',
      details: { usedBy: { pools: [{ id: east.id, name: 'East' }] } },
    })
  })

  test('cannot be removed by a declaration that prunes, unless the declared pools do not name it either', async () => {
    const { apply, declared, faultsOf: faults, pools } = await open()
    await declared()
    const numbers = [{ number: ONE }, { number: CODE }]
    expect(await faults({ numbers }, { prune: true })).toEqual([
      {
        field: 'account.numbers',
        message: `leaves out "${TWO}", which the pools "East", "West" still have and cannot be removed`,
      },
    ])
    expect(await faults({ numbers, pools: [EAST] }, { prune: true })).toEqual([
      { field: 'account.pools[0].numbers[1]', message: `is not a number of this account: got ${TWO}` },
    ])
    await apply({ numbers, pools: [{ ...EAST, numbers: [ONE] }] }, { prune: true })
    expect(await pools()).toEqual([stored({ ...EAST, numbers: [ONE] })])
  })
})
