import type { ContactStore } from '../../model/contacts/contact-store.js'
import { NOW, accountFixture, eraserOf, overridden, overriddenStores, phoneOf } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ExportContacts } from './export-contacts.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  return { ...adapters, ...(await accountFixture(adapters)) }
}

test('an export yields every contact once, in steps', async () => {
  const fixture = await open()
  const phones = Array.from({ length: 2_500 }, (_, n) => phoneOf(n))
  await fixture.contacts(...phones.map((phone) => ({ phone })))
  const steps: number[] = []
  const exported: string[] = []
  for await (const views of new ExportContacts(fixture).execute({ account: fixture.account })) {
    steps.push(views.length)
    exported.push(...views.map(({ phone }) => phone))
  }
  expect(steps).toEqual([1_000, 1_000, 500])
  expect(exported).toEqual(phones)
})

test('an export of a filter finds its contacts once, and leaves out those that were erased since then', async () => {
  const fixture = await open()
  const phones = Array.from({ length: 2_500 }, (_, n) => phoneOf(n))
  await fixture.contacts(...phones.map((phone, n) => ({ phone, isFavorite: n % 2 === 0 })))
  let evaluations = 0
  const unitOfWork = overriddenStores(fixture.unitOfWork, ({ contacts }) => ({
    contacts: overridden(contacts, {
      passing: (...given: Parameters<ContactStore['passing']>) => {
        evaluations += 1
        return contacts.passing(...given)
      },
    }),
  }))
  const steps: (readonly string[])[] = []
  const filter = { isFavorite: { eq: true } }
  for await (const views of new ExportContacts({ ...fixture, unitOfWork }).execute({
    account: fixture.account,
    filter,
  })) {
    steps.push(views.map(({ phone }) => phone))
    if (steps.length === 1) await eraserOf(fixture)(fixture.account.name, phones[2_000]!)
  }
  const favorites = phones.filter((_, n) => n % 2 === 0)
  expect(steps).toEqual([favorites.slice(0, 1_000), favorites.slice(1_001)])
  expect(evaluations).toBe(1)
})

test('an export without contacts yields nothing', async () => {
  const fixture = await open()
  const steps = []
  for await (const views of new ExportContacts(fixture).execute({ account: fixture.account })) steps.push(views)
  expect(steps).toEqual([])
})
