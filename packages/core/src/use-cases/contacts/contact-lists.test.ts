import { ANN, BOB, CAT, NOW, after, aContactList, accountFixture, phoneOf } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ListContactLists, SaveContactList } from './contact-lists.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters, { name: 'Acme' })
  const [save, list] = [new SaveContactList(adapters), new ListContactLists(adapters)]
  return {
    ...fixture,
    save: (phones: readonly (typeof ANN)[], { name = 'VIP', accountName = 'Acme' } = {}) =>
      save.execute({ accountName, name, phones }),
    lists: (accountName = 'Acme') => list.execute({ accountName, page: { page: 1, limit: 20 } }),
  }
}

test('a list is created with the contacts of the given numbers', async () => {
  const { save, lists, contacts, account } = await open()
  await contacts({}, { phone: BOB }, { phone: CAT })
  const saved = await save([ANN, BOB])
  const list = { id: saved.id, account: account.id, name: 'VIP', size: 2, createdAt: NOW }
  expect(saved).toEqual({ ...list, added: 2, unknown: [] })
  expect(saved.id).toMatch(/^lst_[0-9a-z]{26}$/)
  expect((await lists()).results).toEqual([list])
})

test('saving under an existing name extends the list, and removes no contact', async () => {
  const { save, lists, contacts } = await open()
  await contacts({}, { phone: BOB }, { phone: CAT })
  const { id } = await save([ANN, BOB])
  expect(await save([BOB, CAT])).toMatchObject({ id, size: 3, added: 1, unknown: [] })
  expect((await lists()).results).toMatchObject([{ id, size: 3 }])
})

test('saving the same list again changes nothing', async () => {
  const { save, lists, contact } = await open()
  await contact()
  await save([ANN])
  const before = await lists()
  expect(await save([ANN])).toMatchObject({ size: 1, added: 0 })
  expect(await lists()).toEqual(before)
})

test('a number without a contact is reported once, and no contact is created', async () => {
  const { save, contact, run, account } = await open()
  await contact()
  expect(await save([CAT, ANN, BOB, CAT, ANN])).toMatchObject({ size: 1, added: 1, unknown: [CAT, BOB] })
  expect((await run(({ contacts }) => contacts.after(account.id, null, 9))).map(({ phone }) => phone)).toEqual([ANN])
})

test('a contact that may not be texted can be on a list', async () => {
  const { save, contact, optOut } = await open()
  await contact()
  await optOut(ANN)
  expect(await save([ANN])).toMatchObject({ added: 1 })
})

test('lists are shown newest first', async () => {
  const { run, account, lists } = await open()
  const [old, young] = [1, 2].map((n) => aContactList({ account: account.id, createdAt: after(n) }))
  await run(async ({ contactLists }) => {
    await contactLists.put(young!)
    await contactLists.put(old!)
  })
  expect(await lists()).toEqual({ page: 1, limit: 20, totalCount: 2, results: [young, old] })
})

test('two accounts may have lists with the same name', async () => {
  const { save, lists, contact, neighbour } = await open()
  await contact()
  await neighbour({ name: 'Other' })
  await save([ANN])
  expect(await save([ANN, phoneOf(1)], { accountName: 'Other' })).toMatchObject({ size: 0, unknown: [ANN, phoneOf(1)] })
  expect((await lists()).results).toMatchObject([{ size: 1 }])
})

test('lists of an account that does not exist can be neither saved nor shown', async () => {
  const { save, lists } = await open()
  await expect(save([ANN], { accountName: 'Nobody' })).rejects.toMatchObject({ code: 'account-not-found' })
  await expect(lists('Nobody')).rejects.toMatchObject({ code: 'account-not-found' })
})
