import { aContactList, accountFixture, ids } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ReadContactList } from './contact-lists.js'

async function open() {
  const adapters = inMemory()
  const fixture = await accountFixture(adapters)
  const read = new ReadContactList(adapters)
  return {
    ...fixture,
    put: (name: string, account = fixture.account.id) =>
      fixture.run(({ contactLists }) => contactLists.put(aContactList({ account, name }))),
    read: (list: string) => read.execute({ account: fixture.account, list }),
  }
}

test('a list is read by its id or by its name', async () => {
  const { put, read } = await open()
  const list = await put('VIP')
  expect([await read(list.id), await read('VIP')]).toEqual([list, list])
})

test('a name in the form of an id is read as a name if no list has that id', async () => {
  const { put, read } = await open()
  const odd = ids.next('lst')
  const list = await put(odd)
  expect(await read(odd)).toEqual(list)
})

test('a list that the account does not have is not found', async () => {
  const { put, read, neighbour } = await open()
  const other = await put('Theirs', (await neighbour()).id)
  for (const named of [other.id, 'Theirs', ids.next('lst'), '']) {
    await expect(read(named)).rejects.toMatchObject({ code: 'contact-list-not-found' })
  }
})
