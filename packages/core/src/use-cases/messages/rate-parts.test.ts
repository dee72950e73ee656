import { memberNumber, NOW, throttlingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const THREE_PARTS = 'Carillon '.repeat(40)

const open = (messagesPerSecond: number, given: Partial<Parameters<typeof throttlingFixture>[1]> = {}) =>
  throttlingFixture(inMemory({ now: NOW }), { messagesPerSecond, members: 40, credits: 1_000, ...given })

describe('single messages from a number with a rate', () => {
  test('take slots for the parts of their text as it is sent', async () => {
    const { send, contact, provider } = await open(6)
    await contact({ phone: memberNumber(0), firstName: 'Ann '.repeat(20) })
    expect((await send({ body: `{{contact_first_name}}${'x'.repeat(90)}` })).message.status).toBe('sent')
    expect((await send({ to: memberNumber(1), body: THREE_PARTS })).message.status).toBe('sent')
    expect((await send({ to: memberNumber(2), body: 'Hi', idempotencyKey: 'c' })).message.status).toBe('sent')
    expect((await send({ to: memberNumber(3), body: 'Hi' })).message.status).toBe('queued')
    expect(provider.submitted).toHaveLength(3)
  })

  test('take a slot each if the account counts messages', async () => {
    const byMessages = await open(2, { account: { rateCounts: 'messages' } })
    for (const n of [0, 1]) {
      expect((await byMessages.send({ to: memberNumber(n), body: THREE_PARTS })).message.status).toBe('sent')
    }
  })

  test('keep their order, so that a short one waits behind a long one', async () => {
    const { send, work, clock, provider } = await open(2)
    for (const [n, body] of ['One', THREE_PARTS, 'Two', 'Three'].entries()) await send({ to: memberNumber(n), body })
    const sent: number[] = []
    for (let second = 0; second < 4; second++) {
      await work()
      sent.push(provider.submitted.length)
      clock.advance(1_000)
    }
    expect(sent).toEqual([1, 2, 2, 4])
    expect(provider.submitted.map(({ to }) => to)).toEqual([0, 1, 2, 3].map(memberNumber))
  })
})
