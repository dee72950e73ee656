import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { applyAcme, openTestApi } from '../testing/test-api.js'

test('a text finds contacts and groups, and is required', async () => {
  const fixture = await openTestApi(inMemory())
  const groups = await applyAcme(fixture)
  await fixture.api('POST', '/contacts/by-phone/+12025550123', { body: { firstName: 'Viola' } })
  const { body } = await fixture.api('GET', '/search?q=vi')
  expect(body).toMatchObject({
    contacts: [{ phoneNumber: '+12025550123', firstName: 'Viola' }],
    groups: [{ id: groups['VIP'], name: 'VIP' }],
    broadcasts: [],
    schedules: [],
  })
  for (const query of ['', '?q=', `?q=${'x'.repeat(201)}`, '?q=a&q=b']) {
    const { status, body: refused } = await fixture.api('GET', `/search${query}`)
    expect([status, refused.details.fields[0].field]).toEqual([400, 'q'])
  }
})
