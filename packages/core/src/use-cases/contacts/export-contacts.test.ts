import { NOW, accountFixture, phoneOf } from '@carillon/contracts'
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

test('an export without contacts yields nothing', async () => {
  const fixture = await open()
  const steps = []
  for await (const views of new ExportContacts(fixture).execute({ account: fixture.account })) steps.push(views)
  expect(steps).toEqual([])
})
