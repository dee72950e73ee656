import { after, inboundFixture, phoneOf } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'

/** Counts the transactions, also those at the same time, and fails those that add a message with the given body. */
async function open({ failing = null }: { readonly failing?: string | null } = {}) {
  const adapters = inMemory({ now: after(100) })
  let [transactions, open, openMost] = [0, 0, 0]
  const run: UnitOfWork['run'] = async (work) => {
    transactions++
    openMost = Math.max(openMost, ++open)
    try {
      return await adapters.unitOfWork.run((stores) => work(failing === null ? stores : failingOn(stores, failing)))
    } finally {
      open--
    }
  }
  const unitOfWork: UnitOfWork = { run, runOne: (work) => adapters.unitOfWork.runOne(work) }
  const fixture = await inboundFixture({ ...adapters, unitOfWork })
  const before = transactions
  return { ...fixture, transactions: () => transactions - before, openMost: () => openMost }
}

function failingOn(stores: Stores, body: string): Stores {
  const messages = Object.assign(Object.create(stores.messages) as Stores['messages'], {
    add: async (added: Parameters<Stores['messages']['add']>[0]) => {
      if (added.some((message) => message.body === body)) throw new Error('a bad text')
      return stores.messages.add(added)
    },
  })
  return Object.assign(Object.create(stores) as Stores, { messages })
}

const phones = Array.from({ length: 30 }, (_, n) => phoneOf(n))
const left = { leavesReply: true }

test('ordinary texts that come together share a transaction; the first waits for nobody', async () => {
  const { text, transactions, messages } = await open()
  await Promise.all(phones.map((from) => text('Thanks', { from })))
  expect(transactions()).toBe(2)
  expect(await messages()).toHaveLength(30)
})

test('STOPs that come together share transactions, and each is answered once', async () => {
  const { text, transactions, messages, runAllJobs, texts, consentOf } = await open()
  const handled = await Promise.all([...phones, ...phones].map((from) => text('STOP', { from }, left)))
  expect(transactions()).toBeLessThan(5)
  expect(handled.filter(({ reply }) => reply === 'sent')).toHaveLength(30)
  expect(await messages()).toHaveLength(90)
  await runAllJobs()
  expect(texts.map(({ to }) => to).sort()).toEqual([...phones].sort())
  for (const phone of phones) expect(await consentOf(phone)).toMatchObject({ state: 'opted_out' })
})

test.each(['HELP', 'YES', 'START'])('%s to one number is handled by one transaction at a time', async (body) => {
  const { text, transactions, openMost } = await open()
  const handled = await Promise.all(phones.map((from) => text(body, { from }, left)))
  expect(handled.map(({ keyword }) => keyword)).toEqual(phones.map(() => body.toLowerCase()))
  expect(transactions()).toBeGreaterThanOrEqual(phones.length)
  expect(openMost()).toBe(1)
})

test('STOPs are answered within the daily quota of the account, also those that come together', async () => {
  const { text, account, run, texts, runAllJobs } = await open()
  await run(({ accounts }) => accounts.save({ ...account, dailyMessageQuota: 7 }))
  const handled = await Promise.all(phones.map((from) => text('STOP', { from }, left)))
  expect(handled.filter(({ reply }) => reply === 'sent')).toHaveLength(7)
  expect(handled.filter(({ reply }) => reply === 'daily-quota')).toHaveLength(phones.length - 7)
  await runAllJobs()
  expect(texts).toHaveLength(7)
})

test('a text that fails is the only one that fails', async () => {
  const { text, messages } = await open({ failing: 'bad' })
  const bodies = ['one', 'two', 'bad', 'three']
  const received = await Promise.allSettled(bodies.map((body, n) => text(body, { from: phones[n]! })))
  expect(received.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect((await messages()).map(({ body }) => body).sort()).toEqual(['one', 'three', 'two'])
})

test('texts to a number of nobody are not handled, beside those to a number of an account', async () => {
  const { text } = await open()
  const numbers = ['+12025550177', '+12025550199', '+12025550177', '+12025550199']
  const handled = await Promise.all(numbers.map((to) => text('Hello', { to })))
  expect(handled.map(({ isHandled }) => isHandled)).toEqual([false, true, false, true])
})
