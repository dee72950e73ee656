import { NOW, houseOf, ids } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ReadGroup } from './read-group.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  return { ...adapters, ...(await houseOf(adapters)) }
}

test('a group is read with its count of active members', async () => {
  const house = await open()
  const vip = await house.group({ name: 'VIP' })
  await house.member(await house.contact(), vip)
  const read = await new ReadGroup(house).execute({ account: house.account, id: vip.id })
  expect(read).toEqual({ ...vip, contactCount: 1 })
})

test('a missing group, and one of another account, is not found', async () => {
  const house = await open()
  const [group, other] = [await house.group({ name: 'VIP' }), await house.neighbour()]
  const refusal = { code: 'group-not-found' }
  const read = new ReadGroup(house)
  await expect(read.execute({ account: house.account, id: ids.next('grp') })).rejects.toMatchObject(refusal)
  await expect(read.execute({ account: other, id: group.id })).rejects.toMatchObject(refusal)
})
