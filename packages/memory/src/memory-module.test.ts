import { Tokens, useCasesModule, useCasesOf } from '@carillon/container'
import { ANN, NOW, ONE_CARRIER, anEvent, scriptedProvider } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { Container } from 'inversify'
import { inMemory } from './in-memory.js'
import { memoryModule, memoryProviderModule } from './memory-module.js'

function containerWith(adapters = inMemory()) {
  const container = new Container()
  container.load(useCasesModule, memoryModule(adapters))
  container.bind(Tokens.directory).toConstantValue(ONE_CARRIER)
  container.bind(Tokens.provider).toConstantValue(scriptedProvider())
  return container
}

test('memoryModule binds every port of the use cases except the provider and the carrier directory', () => {
  const container = new Container()
  container.load(memoryModule())
  const unbound = Object.values(Tokens).filter((token) => !container.isBound(token))
  expect(unbound).toEqual([Tokens.directory, Tokens.provider])
  expect(() => useCasesOf(containerWith())).not.toThrow()
})

test('memoryProviderModule binds the provider and the carrier directory, from the same adapters', () => {
  const container = new Container()
  const adapters = inMemory()
  container.load(memoryModule(adapters), memoryProviderModule(adapters))
  expect(Object.values(Tokens).filter((token) => !container.isBound(token))).toEqual([])
  const { directory, provider } = adapters
  expect([container.get(Tokens.directory), container.get(Tokens.provider)]).toEqual([directory, provider])
  expect(container.get(Tokens.provider)).toBe(provider)
})

test('the use cases of a container share their data and a clock that the test sets', async () => {
  const adapters = inMemory({ now: NOW })
  const { applyAccount, createContact, readContact } = useCasesOf(containerWith(adapters))
  const { account } = await applyAccount.execute({ declaration: { name: 'Acme' }, prune: false })
  adapters.clock.advance(1_000)
  await createContact.execute({ account, phone: ANN, fields: {} })
  const { createdAt } = await readContact.execute({ account, phone: ANN })
  expect(createdAt.getTime() - account.createdAt.getTime()).toBe(1_000)
})

test('posts to webhooks are recorded', async () => {
  const adapters = inMemory({ now: NOW })
  const { applyAccount, relayEvents, runDueJobs } = useCasesOf(containerWith(adapters))
  const webhook = { url: 'https://hooks.example.com', events: ['contacts.group.opted_in'] } as const
  const { account } = await applyAccount.execute({ declaration: { name: 'Acme', webhooks: [webhook] }, prune: false })
  const event = anEvent({ account: account.id })
  await adapters.unitOfWork.run(({ events }) => events.append(account.id, [event]))
  await relayEvents.execute()
  await runDueJobs.execute({ lane: 'webhooks', jobsMax: 1, onFailure: ({ error }) => expect(error).toBeNull() })
  const [post, ...more] = adapters.webhookSender.posts
  expect(post).toMatchObject({ url: webhook.url, id: event.id, secrets: [expect.stringMatching(/^whsec_/)] })
  expect(JSON.parse(post!.body)).toMatchObject({ id: event.id, type: event.type, data: event.data })
  expect(more).toEqual([])
})

test('two containers share nothing', async () => {
  const [one, other] = [useCasesOf(containerWith()), useCasesOf(containerWith())]
  await one.applyAccount.execute({ declaration: { name: 'Acme' }, prune: false })
  expect(await other.listAccounts.execute()).toEqual([])
})
