import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { openTestApi } from '../testing/test-api.js'
import { setUpOwner } from '../testing/fixtures/dashboard-fixture.js'

test('the link of the setup makes the first owner, who is signed in', async () => {
  const fixture = await openTestApi(inMemory())
  const { dashboard } = fixture
  expect((await dashboard('GET', '/sign-in')).body).toEqual({ needsSetup: true, password: true, oidc: null })
  const { token, email, password } = await setUpOwner(fixture)
  expect((await dashboard('GET', '/sign-in')).body.needsSetup).toBe(false)
  const session = await dashboard('GET', '/session', {}, token)
  expect(session.body).toMatchObject({ user: { email, isOwner: true }, accounts: [] })
  const again = await dashboard('POST', '/session', { body: { email, password } })
  expect(again.status).toBe(200)
})
