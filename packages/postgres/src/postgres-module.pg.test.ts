import { expect, test } from '@jest/globals'
import { Tokens, useCasesModule, useCasesOf } from '@carillon/container'
import { ONE_CARRIER, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { nodeModule } from '@carillon/node'
import { Container } from 'inversify'
import { ClusterNodes } from './placements/cluster-nodes.js'
import { postgresModule } from './postgres-module.js'
import { openTestDatabase } from './testing/test-database.js'

test('the Postgres module binds every port that stores data, so that use cases run on Postgres', async () => {
  const { knex } = await openTestDatabase()
  const container = new Container()
  container.load(useCasesModule, nodeModule({ secretKey: 'the secret of a service' }), postgresModule({ knex }))
  container.bind(Tokens.directory).toConstantValue(ONE_CARRIER)
  container.bind(Tokens.provider).toConstantValue(scriptedProvider())
  container.bind(Tokens.webhookSender).toConstantValue(inMemory().webhookSender)
  const { applyAccount, listAccounts } = useCasesOf(container)
  await applyAccount.execute({ declaration: { name: 'Acme' }, prune: false })
  expect(await listAccounts.execute()).toMatchObject([{ name: 'Acme' }])
  expect(container.get(Tokens.keyring)).toBe(container.get(Tokens.keyring))
  expect(await container.get(ClusterNodes).read()).toEqual([])
  await container.unbindAllAsync()
})
