import { NOW, after, houseOf, ids } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ListGroups, ReadGroup, ReadGroupByName } from './find-groups.js'

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
  const byName = new ReadGroupByName(house)
  await expect(byName.execute({ account: house.account, name: 'vip' })).rejects.toMatchObject(refusal)
  await expect(byName.execute({ account: other, name: 'VIP' })).rejects.toMatchObject(refusal)
})

test('an operator finds a group by its name', async () => {
  const house = await open()
  await house.group({ name: 'News' })
  const vip = await house.group({ name: 'VIP' })
  expect(await new ReadGroupByName(house).execute({ account: house.account, name: 'VIP' })).toEqual(vip)
})

test('groups are listed newest first, by part of the name in any case', async () => {
  const house = await open()
  const [old, young] = [
    await house.group({ name: 'VIP one' }),
    await house.group({ name: 'vip two', createdAt: after(1) }),
  ]
  await house.group({ name: 'News' })
  const query = { page: 1, limit: 20, name: 'Vip' }
  const page = await new ListGroups(house).execute({ account: house.account, query })
  expect(page).toEqual({ page: 1, limit: 20, totalCount: 2, results: [young, old] })
})
