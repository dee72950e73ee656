import { broadcastingFixture, NOW, scriptedProvider, type BroadcastingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { BroadcastId } from '../../values/ids.js'

const open = (given?: BroadcastingGiven) =>
  broadcastingFixture(inMemory({ now: NOW }), { members: 10, credits: 100, ...given })
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'carrier_rejected', message: 'No' }

test('recipients whose message failed get a new message, which is rendered from the same body', async () => {
  const { start, work, retry, provider, phones, contacts } = await open()
  await contacts({ phone: phones[0]!, firstName: '{{contact_email}}' })
  provider.script.push(REFUSED, REFUSED)
  const { broadcast } = await start({ body: 'Hi {{contact_first_name}}' })
  await work()
  const again = await retry(broadcast.id)
  expect(again).toMatchObject({ replayed: false, broadcast: { totalRecipients: 2, status: 'queued' } })
  await work()
  expect(provider.submitted.slice(10)).toMatchObject([
    { to: phones[0], body: 'Hi {{contact_email}}' },
    { to: phones[1], body: 'Hi ' },
  ])
})

test('a second retry returns the same broadcast, and no recipient gets two messages', async () => {
  const { start, work, retry, provider, read } = await open()
  provider.script.push(REFUSED)
  const { broadcast } = await start()
  await work()
  const first = await retry(broadcast.id)
  expect(await retry(broadcast.id)).toEqual({ broadcast: first.broadcast, replayed: true })
  expect((await read(broadcast.id)).retriedAs).toBe(first.broadcast.id)
  await work()
  expect(provider.submitted).toHaveLength(11)
})

test('a broadcast that is running or has no failures is not retried', async () => {
  const { start, work, retry } = await open()
  const { id } = (await start()).broadcast
  await expect(retry(id)).rejects.toMatchObject({ code: 'broadcast-running' })
  await work()
  await expect(retry(id)).rejects.toMatchObject({ code: 'nothing-to-retry' })
})

test('a message with an unknown outcome is never sent again', async () => {
  const provider = scriptedProvider({ deduplicates: false })
  const { start, work, retry } = await open({ provider })
  provider.script.push({ kind: 'unknown' }, REFUSED)
  const { id } = (await start()).broadcast
  await work()
  expect((await retry(id)).broadcast.totalRecipients).toBe(1)
})

test('a broadcast is not retried if it has more failed messages than a request may have recipients', async () => {
  const { start, work, retry, provider, account, run } = await open()
  provider.script.push(REFUSED)
  const { id } = (await start()).broadcast
  await work()
  const failing = (failed: number) =>
    run(async ({ broadcasts }) => {
      const broadcast = (await broadcasts.find(account.id, id as BroadcastId))!
      await broadcasts.save({ ...broadcast, counts: { ...broadcast.counts, failed } })
    })
  await failing(50_001)
  await expect(retry(id)).rejects.toMatchObject({
    code: 'too-many-to-retry',
    details: { failed: 50_001, limit: 50_000 },
  })
  await failing(50_000)
  expect((await retry(id)).broadcast.totalRecipients).toBe(1)
})
