import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { applyAcme, openTestApi } from '../testing/test-api.js'

test('the ledger shows each grant and each cause of a movement, newest first', async () => {
  const fixture = await openTestApi(inMemory())
  await applyAcme(fixture, { credits: { sms: 5 } })
  await fixture.admin('POST', '/accounts/Acme/credits', { body: { sms: 2, mms: 3 } })
  const first = await fixture.api('GET', '/account/credits/ledger?limit=2')
  const none = { sms: 0, mms: 0 }
  expect(first.body.results).toMatchObject([
    { cause: 'grant', granted: { sms: 0, mms: 3 }, reserved: none, spent: none, released: none },
    { cause: 'grant', granted: { sms: 2, mms: 0 } },
  ])
  const rest = await fixture.api('GET', `/account/credits/ledger?cause=grant&cursor=${first.body.nextCursor}`)
  expect(rest.body).toMatchObject({ results: [{ granted: { sms: 5, mms: 0 } }], nextCursor: null })
  expect((await fixture.api('GET', '/account/credits/ledger?cause=broadcast')).body.results).toEqual([])
})
