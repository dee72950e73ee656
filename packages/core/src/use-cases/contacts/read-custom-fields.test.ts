import { NOW, accountFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ReadCustomFields } from './read-contact.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  return { ...adapters, ...(await accountFixture(adapters)) }
}

test('active custom fields are shown in order of key, without disabled fields or fields being deleted', async () => {
  const fixture = await open()
  const third = await fixture.customField({ key: 'contact_custom_field_3', label: 'C' })
  await fixture.customField({ key: 'contact_custom_field_2', label: 'B', status: 'disabled' })
  await fixture.customField({ key: 'contact_custom_field_4', label: 'D', status: 'deleting' })
  const first = await fixture.customField({ key: 'contact_custom_field_1', label: 'A' })
  expect(await new ReadCustomFields(fixture).execute({ account: fixture.account })).toEqual([first, third])
})
