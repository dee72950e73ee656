import { PlanAccount, ApplyAccount } from '@carillon/core'
import { keyedSecrets, randomIds, systemClock } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { openTestDatabase } from '../testing/test-database.js'

test('planning a declaration stores nothing, and reports what applying it then changes', async () => {
  const { unitOfWork, knex } = await openTestDatabase()
  const secrets = keyedSecrets('the secret of a service')
  const deps = { unitOfWork, clock: systemClock, ids: randomIds(systemClock), secrets, provider: {} }
  const declaration = { name: 'Acme', credits: { sms: 5 }, apiKeys: [{ id: 'key_a' }], groups: [{ name: 'VIP' }] }
  const { changes } = await new PlanAccount(deps).execute({ declaration, prune: false })
  expect(await knex('account').select()).toEqual([])
  expect((await new ApplyAccount(deps).execute({ declaration, prune: false })).changes).toEqual(changes)

  const less = { declaration: { name: 'Acme' }, prune: true }
  const removals = ['groups: removed VIP', 'apiKeys: removed key_a']
  expect((await new PlanAccount(deps).execute(less)).changes).toEqual(removals)
  expect((await new PlanAccount(deps).execute(less)).changes).toEqual(removals)
})
