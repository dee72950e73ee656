import { accountFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ReadGroupByName } from './read-group.js'

async function open() {
  const adapters = inMemory()
  return { ...adapters, ...(await accountFixture(adapters)) }
}

test('an operator finds a group by its name', async () => {
  const fixture = await open()
  await fixture.group({ name: 'News' })
  const vip = await fixture.group({ name: 'VIP' })
  expect(await new ReadGroupByName(fixture).execute({ account: fixture.account, name: 'VIP' })).toEqual(vip)
})

test('a name in a different case, or the name of a group of another account, is not found', async () => {
  const fixture = await open()
  await fixture.group({ name: 'VIP' })
  const other = await fixture.neighbour()
  const refusal = { code: 'group-not-found' }
  const read = new ReadGroupByName(fixture)
  await expect(read.execute({ account: fixture.account, name: 'vip' })).rejects.toMatchObject(refusal)
  await expect(read.execute({ account: other, name: 'VIP' })).rejects.toMatchObject(refusal)
})
