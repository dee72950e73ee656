import { ANN, after, formFixture, type FormGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { codeTextOf, withCode } from './form-entry.js'

const open = (given?: FormGiven) => formFixture(inMemory({ now: after(100) }), given)
const LATER = { kind: 'try-later', afterMs: null } as const
const MINUTE_MS = 60_000

describe('a text with a code', () => {
  test('waits for a worker, and joins the queue of its sender', async () => {
    const { request, messages, texts, submitMessage } = await open({ senders: [{ messagesPerSecond: 1 }] })
    await request()
    await request()
    expect([texts, await messages()]).toMatchObject([[], [{ phase: 'waiting', attempt: 0 }, { phase: 'waiting' }]])
    await submitMessage()
    expect(texts).toHaveLength(1)
  })

  test('has the same code on every submission', async () => {
    const { request, codeOf, texts, script, submitMessage, clock } = await open()
    script.push(LATER, { kind: 'unknown' })
    const entry = await request()
    for (let i = 0; i < 3; i++) {
      await submitMessage()
      clock.advance(MINUTE_MS)
    }
    const [first, ...more] = texts
    expect(first).toMatchObject({ to: ANN, body: expect.stringMatching(`^${await codeOf(entry)} is your code`) })
    expect(more).toEqual([first, first])
  })

  test('is not submitted after the code has expired, and its credits are released', async () => {
    const { request, messages, texts, submitMessage, clock, balance } = await open()
    await request()
    clock.advance(10 * MINUTE_MS)
    await submitMessage()
    expect(texts).toEqual([])
    const failure = { type: 'expired', message: 'The code expired before it could be sent' }
    expect(await messages()).toMatchObject([{ status: 'failed', failure }])
    expect(await balance()).toMatchObject({ sms: 100 })
  })

  test('is sent even to a number that has opted out: only the owner of the number can read it', async () => {
    const { request, optOut, texts, submitMessage, clock } = await open()
    await optOut(ANN)
    await request()
    clock.advance(10 * MINUTE_MS - 1)
    await submitMessage()
    expect(texts).toMatchObject([{ to: ANN }])
  })
})

test('the code replaces its placeholder, whatever the name of the account', () => {
  const text = codeTextOf({ name: '****** & $1' })
  expect(withCode(text, '012345')).toBe(text.replace('******', () => '012345'))
  expect(withCode(text, '012345')).toContain('texts from ****** & $1.')
  expect(withCode('', '012345')).toBe('')
})
