import { aSchedule, declaringFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { parsePhoneNumber } from '../../values/phone/phone-number.js'
import { ListPools, ReadPoolUses } from './list-pools.js'

const ONE = '+12025550100'
const TWO = '+12125550100'
const NUMBERS = [
  { number: ONE, messagesPerSecond: 5 },
  { number: TWO, messagesPerSecond: 3, mms: false },
  { number: '12345' },
]

async function open(pools: readonly { name: string; numbers: readonly string[] }[]) {
  const fixture = declaringFixture(inMemory())
  const { account } = await fixture.apply({ numbers: NUMBERS, pools })
  return { ...fixture, account, list: () => new ListPools(fixture).execute({ account }) }
}

test('an account without pools has none, and nothing is read', async () => {
  const { account } = await open([])
  const unitOfWork = { run: () => Promise.reject(new Error('read')), runOne: () => Promise.reject(new Error('read')) }
  expect(await new ListPools({ unitOfWork }).execute({ account })).toEqual([])
})

test('each number has its status, its rate and its people, and the pool the rate of its active numbers', async () => {
  const { account, apply, list, unitOfWork } = await open([{ name: 'East', numbers: [TWO, ONE] }])
  const pool = account.pools[0]!
  const people = ['+12025550123', '+12025550124'].map((phone) => [parsePhoneNumber(phone), ONE] as const)
  await unitOfWork.run(({ pools }) => pools.assign(account.id, pool.id, new Map(people)))
  const view = {
    pool,
    messagesPerSecond: 8,
    numbers: [
      { number: TWO, status: 'active', mms: false, messagesPerSecond: 3, people: 0 },
      { number: ONE, status: 'active', mms: true, messagesPerSecond: 5, people: 2 },
    ],
  }
  expect(await list()).toEqual([view])
  await apply({ numbers: [{ number: ONE, status: 'inactive' }] })
  expect((await list())[0]).toMatchObject({ messagesPerSecond: 3, numbers: [{}, { status: 'inactive', people: 2 }] })
})

test('a pool has no rate if an active number has none, and the rate 0 if no number is active', async () => {
  const { apply, list } = await open([{ name: 'Code', numbers: [ONE, '12345'] }])
  expect(await list()).toMatchObject([{ messagesPerSecond: null }])
  await apply({ numbers: [ONE, '12345'].map((number) => ({ number, status: 'inactive' as const })) })
  expect(await list()).toMatchObject([{ messagesPerSecond: 0 }])
})

test('a number that was lost counts as inactive', async () => {
  const { account, list, unitOfWork } = await open([{ name: 'East', numbers: [ONE, TWO] }])
  await unitOfWork.run(({ senders }) => senders.remove(account.id, TWO))
  expect(await list()).toMatchObject([{ messagesPerSecond: 5, numbers: [{}, { status: 'inactive', people: 0 }] }])
})

test('the schedules that send from a pool are found, and unknown pools are refused', async () => {
  const fixture = await open([{ name: 'East', numbers: [ONE] }])
  const { account, unitOfWork } = fixture
  const pool = account.pools[0]!.id
  const schedule = aSchedule({ account: account.id, from: pool })
  await unitOfWork.run(({ schedules }) => schedules.add(schedule))
  const uses = (id: string) => new ReadPoolUses(fixture).execute({ account, pool: id })
  expect(await uses(pool)).toMatchObject({ totalCount: 1, first: [{ id: schedule.id }] })
  for (const unknown of ['East', ONE, 'pool_0'])
    await expect(uses(unknown)).rejects.toMatchObject({ code: 'pool-not-found' })
})
