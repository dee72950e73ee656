import { ANN, NOW, aMessage, accountFixture, after, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { JoinGroup } from '../consent/join-group.js'
import { LeaveGroup } from '../consent/leave-group.js'
import { ReadTimeline } from './read-timeline.js'

test('texts and changes of consent are listed together, newest first, in steps of any size', async () => {
  const adapters = inMemory({ now: NOW })
  const { account, contact, group, run } = await accountFixture(adapters)
  const vip = await group({ name: 'VIP' })
  const ann = await contact()
  const join = { account, phone: ann.phone, group: vip.id }
  await run(({ messages }) => messages.add([aMessage({ account: account.id, createdAt: after(-10) })]))
  await new JoinGroup({ ...adapters, provider: scriptedProvider() }).execute({ ...join, mode: 'DIRECT' })
  adapters.clock.advance(10_000)
  await run(({ messages }) => messages.add([aMessage({ account: account.id, createdAt: after(5) })]))
  await new LeaveGroup(adapters).execute(join)

  const read = (cursor: string | null, limit: number) =>
    new ReadTimeline(adapters).execute({ account, phone: ANN, cursor, limit })
  const { results: whole, nextCursor } = await read(null, 10)
  expect(nextCursor).toBeNull()
  expect(whole.map((entry) => (entry.kind === 'text' ? entry.purpose : entry.change.action))).toEqual([
    'MANUAL_REMOVAL',
    'message',
    'OPT_IN',
    'message',
  ])
  for (const limit of [1, 2, 3]) {
    const steps: unknown[] = []
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
      const step = await read(cursor, limit)
      steps.push(...step.results)
      cursor = step.nextCursor
    }
    expect(steps).toEqual(whole)
  }
})
