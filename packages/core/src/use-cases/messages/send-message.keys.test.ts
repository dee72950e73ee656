import { BOB, scriptedProvider, sendingFixture, type SendingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { SendMessageInput } from './send-message.js'

const HOUR_MS = 3_600_000

const open = (given?: SendingGiven) => sendingFixture(inMemory(), given)

describe('an idempotency key', () => {
  const idempotencyKey = 'order-1'

  test('returns the first response for 48 hours from sentAt, whatever the repeat contains, and sends no duplicate', async () => {
    const { send, provider, clock, credits } = await open()
    const { message } = await send({ idempotencyKey })
    clock.advance(48 * HOUR_MS - 1)
    const repeats: Partial<SendMessageInput>[] = [
      {},
      { body: 'Other' },
      { to: BOB },
      { to: 'nobody' },
      { from: '99999' },
    ]
    for (const given of repeats) expect(await send({ idempotencyKey, ...given })).toEqual({ message, replayed: true })
    expect(provider.submitted).toHaveLength(1)
    expect(await credits()).toMatchObject({ sms: 8 })
    clock.advance(1)
    const again = await send({ idempotencyKey })
    expect(again.replayed).toBe(false)
    expect(again.message.id).not.toBe(message.id)
  })

  test('applies only to its account', async () => {
    const { send, neighbour } = await open()
    await send({ idempotencyKey })
    const theirs = send({ idempotencyKey, account: await neighbour() })
    await expect(theirs).rejects.toMatchObject({ code: 'sender-not-assigned' })
  })

  test('stays free after a refusal', async () => {
    const { send } = await open()
    await expect(send({ idempotencyKey, to: BOB })).rejects.toMatchObject({ code: 'recipient-not-opted-in' })
    expect(await send({ idempotencyKey })).toMatchObject({ replayed: false, message: { status: 'sent' } })
  })

  test('becomes free if the message fails', async () => {
    const { send, provider } = await open()
    provider.script.push({ kind: 'refused', type: 'carrier_rejected', message: 'Spam' })
    expect(await send({ idempotencyKey })).toMatchObject({ message: { status: 'failed' } })
    expect(await send({ idempotencyKey })).toMatchObject({ replayed: false, message: { status: 'sent' } })
  })

  test('stays used if the outcome of the message is unknown', async () => {
    const provider = scriptedProvider({ deduplicates: false })
    const { send } = await open({ provider })
    provider.script.push({ kind: 'unknown' })
    const { message } = await send({ idempotencyKey })
    expect(await send({ idempotencyKey })).toEqual({ message, replayed: true })
    expect(provider.submitted).toHaveLength(1)
  })

  test('of a queued message returns the response with the queued message', async () => {
    const { send, provider, clock } = await open()
    provider.script.push({ kind: 'try-later', afterMs: null })
    const { message } = await send({ idempotencyKey })
    clock.advance(100 * HOUR_MS)
    expect(await send({ idempotencyKey })).toEqual({ message, replayed: true })
  })

  test('of 20 concurrent requests leads to one message, and all requests get the same response', async () => {
    const { send, provider, credits } = await open()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ idempotencyKey })))
    expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(provider.submitted).toHaveLength(1)
    expect(await credits()).toMatchObject({ sms: 8 })
  })
})
