import { inMemory } from '@carillon/memory'
import { createCarillon } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { DEMO_CONTACT } from './demo-account.js'
import { createDemoWithHistory } from './demo-history.js'

test('the demo account has broadcasts with receipts and clicks, opt-outs, a schedule and a conversation', async () => {
  const adapters = inMemory()
  const useCases = createCarillon({ adapters })
  const { id, secret } = (await createDemoWithHistory(adapters))!
  const account = await useCases.authenticate.execute({ keyId: id, secret })
  const ofDirection = (direction: 'inbound' | 'outbound') =>
    useCases.listMessages.execute({ account, query: { ...EVERY_MESSAGE, direction } })

  const sent = await ofDirection('outbound')
  expect(sent.totalCount).toBeGreaterThan(300)
  const ofStatus = (wanted: string) => sent.results.filter(({ status }) => status === wanted)
  expect(ofStatus('failed').length).toBeGreaterThan(15)
  expect(ofStatus('sent').every((message) => 'deliveredAt' in message)).toBe(true)
  const received = await ofDirection('inbound')
  expect(received.results.filter(({ body }) => body === 'STOP')).toHaveLength(3)
  expect(received.results.filter(({ from }) => from === DEMO_CONTACT)).toHaveLength(2)

  const link = await useCases.readLinkStats.execute({ account, link: 'demo.example/new', from: null, to: null })
  expect(link.totals).toMatchObject({ people: 44, bots: 0 })
  const schedules = await useCases.listSchedules.execute({
    account,
    query: { page: 1, limit: 5, statuses: null, timings: null, nextFrom: null, nextTo: null, sort: 'createdAt' },
  })
  expect(schedules.results).toMatchObject([{ status: 'active', timing: 'recurring' }])
})

const EVERY_MESSAGE = { page: 1, limit: 1_000, to: null, from: null, status: null, createdFrom: null, createdTo: null }

test('the simulated phones get none of the texts', async () => {
  const adapters = inMemory()
  await createDemoWithHistory(adapters)
  expect(adapters.provider.sent).toEqual([])
})

test('with an existing account, nothing is created', async () => {
  const adapters = inMemory()
  const useCases = createCarillon({ adapters })
  await useCases.applyAccount.execute({ declaration: { name: 'Acme' }, prune: false })
  expect(await createDemoWithHistory(adapters)).toBeNull()
  expect((await useCases.listAccounts.execute()).map(({ name }) => name)).toEqual(['Acme'])
})
