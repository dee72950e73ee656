import { houseOf } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ReadGroupByName } from './read-group.js'

async function open() {
  const adapters = inMemory()
  return { ...adapters, ...(await houseOf(adapters)) }
}

test('an operator finds a group by its name', async () => {
  const house = await open()
  await house.group({ name: 'News' })
  const vip = await house.group({ name: 'VIP' })
  expect(await new ReadGroupByName(house).execute({ account: house.account, name: 'VIP' })).toEqual(vip)
})

test('a name in another case, and that of a group of another account, names none', async () => {
  const house = await open()
  await house.group({ name: 'VIP' })
  const other = await house.neighbour()
  const refusal = { code: 'group-not-found' }
  const read = new ReadGroupByName(house)
  await expect(read.execute({ account: house.account, name: 'vip' })).rejects.toMatchObject(refusal)
  await expect(read.execute({ account: other, name: 'VIP' })).rejects.toMatchObject(refusal)
})
