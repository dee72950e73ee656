import { NOW, accountFixture, ids } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ReadGroup } from './read-group.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  return { ...adapters, ...(await accountFixture(adapters)) }
}

test('a group is read with its count of active members', async () => {
  const fixture = await open()
  const vip = await fixture.group({ name: 'VIP' })
  await fixture.member(await fixture.contact(), vip)
  const read = await new ReadGroup(fixture).execute({ account: fixture.account, id: vip.id })
  expect(read).toEqual({ ...vip, contactCount: 1 })
})

test('a missing group, or a group of another account, is not found', async () => {
  const fixture = await open()
  const [group, other] = [await fixture.group({ name: 'VIP' }), await fixture.neighbour()]
  const refusal = { code: 'group-not-found' }
  const read = new ReadGroup(fixture)
  await expect(read.execute({ account: fixture.account, id: ids.next('grp') })).rejects.toMatchObject(refusal)
  await expect(read.execute({ account: other, id: group.id })).rejects.toMatchObject(refusal)
})
