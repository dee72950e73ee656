import { broadcastingFixture, memberNumber, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { MessageView } from '../../model/messages/message-view.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { Page, PositionRange } from '../../values/page.js'
import { ListBroadcastMessages } from './list-broadcast-messages.js'

test('messages show the body of the broadcast until their submission, and then the rendered text', async () => {
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 2, credits: 10 })
  const { start, work, provider, contact, messages } = fixture
  await contact({ phone: memberNumber(1), firstName: 'Bob' })
  const { broadcast } = await start({ body: 'Hi {{contact_first_name}}' })
  const shown = async () =>
    (await messages(broadcast.id)).results.map(({ status, body, createdAt }) => [status, body, createdAt])
  const createdAt = NOW.toISOString()
  expect(await shown()).toEqual([
    ['queued', 'Hi {{contact_first_name}}', createdAt],
    ['queued', 'Hi {{contact_first_name}}', createdAt],
  ])
  let meanwhile: Page<MessageView> | undefined
  provider.script.push(async () => {
    meanwhile = await messages(broadcast.id)
    return { kind: 'accepted', providerId: 'p1' }
  })
  await work()
  expect(meanwhile?.results).toMatchObject([
    { status: 'queued', body: 'Hi ' },
    { status: 'queued', body: 'Hi Bob' },
  ])
  expect(await shown()).toEqual([
    ['sent', 'Hi ', createdAt],
    ['sent', 'Hi Bob', createdAt],
  ])
})

test('listing queued messages reads only one chunk at a time, however far apart the messages are', async () => {
  const adapters = inMemory({ now: NOW })
  const ranges: PositionRange[] = []
  const watched: typeof adapters.unitOfWork.run = (work) =>
    adapters.unitOfWork.run((stores) => {
      const { broadcasts } = stores
      const chunksAt: typeof broadcasts.chunksAt = (account, id, range) => {
        ranges.push(range)
        return broadcasts.chunksAt(account, id, range)
      }
      return work({ ...stores, broadcasts: Object.assign(Object.create(broadcasts), { chunksAt }) })
    })
  const fixture = await broadcastingFixture(adapters, { members: 2_500, credits: 5_000 })
  const { start, work, provider, account } = fixture
  const outcomes = (length: number) => Array.from({ length }, () => ({ kind: 'accepted', providerId: 'p' }) as const)
  provider.script.push(THROTTLED, ...outcomes(2_498), THROTTLED)
  const { broadcast } = await start()
  await work()
  const list = new ListBroadcastMessages({
    clock: adapters.clock,
    unitOfWork: { run: watched, runOne: (one) => adapters.unitOfWork.runOne(one) },
  })
  const query = { account, kind: 'broadcast', id: broadcast.id, page: 1, limit: 100, status: 'queued' } as const
  const { results, totalCount } = await list.execute(query)
  expect(results.map(({ to }) => to)).toEqual([provider.submitted[0]!.to, provider.submitted.at(-1)!.to])
  expect(totalCount).toBe(2)
  expect(ranges.map(({ from, until }) => until - from)).toEqual([1, 1])
})

const THROTTLED: SubmissionOutcome = { kind: 'try-later', afterMs: null }
