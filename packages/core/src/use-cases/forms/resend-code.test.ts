import { ANN, BOB, after, formFixture, ids, phoneOf, unacknowledgedCommits, type FormGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const open = (given?: FormGiven) => formFixture(inMemory({ now: after(100) }), given)
const SECOND_MS = 1_000

describe('another code', () => {
  test('is texted, and the previous one becomes wrong', async () => {
    const { request, resend, enter, codeOf, clock, submitMessage, texts } = await open()
    const entry = await request()
    const first = await codeOf(entry)
    clock.advance(30 * SECOND_MS)
    expect(await resend(entry)).toEqual({ kind: 'sent' })
    const second = await codeOf(entry)
    await submitMessage()
    expect(texts.map(({ to, body }) => [to, body.slice(0, 6)])).toEqual([
      [ANN, first],
      [ANN, second],
    ])
    expect(await enter(entry, first!)).toEqual({ kind: 'wrong', attemptsLeft: 4 })
    expect(await enter(entry, second!)).toEqual({ kind: 'confirmed' })
  })

  test('resets the attempts and the expiry', async () => {
    const { request, resend, enter, codeOf, read, clock } = await open()
    const entry = await request()
    for (let i = 0; i < 5; i++) await enter(entry, 'wrong')
    clock.advance(9 * 60 * SECOND_MS)
    expect(await read(entry)).toMatchObject({ state: 'spent', attemptsLeft: 0 })
    expect(await resend(entry)).toEqual({ kind: 'sent' })
    clock.advance(9 * 60 * SECOND_MS)
    expect(await read(entry)).toMatchObject({ state: 'open', attemptsLeft: 5 })
    expect(await enter(entry, (await codeOf(entry))!)).toEqual({ kind: 'confirmed' })
  })

  test('is not sent immediately, and not more than twice', async () => {
    const { request, resend, read, clock, messages } = await open()
    const entry = await request()
    clock.advance(10 * SECOND_MS)
    expect(await resend(entry)).toEqual({ kind: 'too-soon', waitMs: 20 * SECOND_MS })
    expect(await read(entry)).toMatchObject({ canResendAt: after(130) })
    for (let i = 0; i < 2; i++) {
      clock.advance(30 * SECOND_MS)
      expect(await resend(entry)).toEqual({ kind: 'sent' })
    }
    clock.advance(30 * SECOND_MS)
    expect(await resend(entry)).toEqual({ kind: 'spent' })
    expect(await read(entry)).toMatchObject({ state: 'open', canResendAt: null })
    expect(await messages()).toHaveLength(3)
  })

  test('requires no more than the normal wait, even if a later request is committed first', async () => {
    const { request, resend, clock } = await open()
    const entry = await request()
    clock.set(after(-2))
    expect(await resend(entry)).toEqual({ kind: 'too-soon', waitMs: 30 * SECOND_MS })
  })

  test('is not texted for a confirmed or expired entry', async () => {
    const { request, resend, enter, codeOf, clock, messages } = await open()
    const [entry, late] = [await request(), await request({ phone: BOB })]
    await enter(entry, (await codeOf(entry))!)
    clock.advance(10 * 60 * SECOND_MS)
    expect([await resend(entry), await resend(late)]).toEqual([{ kind: 'confirmed' }, { kind: 'expired' }])
    expect(await messages()).toHaveLength(2)
  })

  test('is not texted for an entry whose first code was not texted, and the responses are the usual ones', async () => {
    const { request, resend, read, clock, messages, balance } = await open()
    const entry = await request({ isBot: true })
    for (const kind of ['sent', 'sent', 'spent']) {
      clock.advance(30 * SECOND_MS)
      expect(await resend(entry)).toEqual({ kind })
    }
    expect([await messages(), await read(entry)]).toMatchObject([[], { state: 'open', canResendAt: null }])
    expect(await balance()).toMatchObject({ sms: 100 })
  })

  test('counts toward the limits of its number, without an error in the response', async () => {
    const { request, resend, clock, messages, codeOf, entryOf } = await open()
    const entries = [await request(), await request(), await request(), await request()]
    clock.advance(30 * SECOND_MS)
    for (const entry of entries) expect(await resend(entry)).toEqual({ kind: 'sent' })
    expect(await messages()).toHaveLength(5)
    expect(await codeOf(entries[0]!)).not.toBeNull()
    expect(await codeOf(entries[1]!)).toBeNull()
    expect(await entryOf(entries[1]!)).toMatchObject({ codes: 2, texts: 1 })
  })

  test('counts toward the limits of its address, with an error in the response', async () => {
    const { request, resend, clock, entryOf } = await open()
    const entry = await request()
    for (let i = 0; i < 28; i++) await request({ phone: phoneOf(i), isBot: true })
    clock.advance(30 * SECOND_MS)
    expect(await resend(entry)).toEqual({ kind: 'sent' })
    clock.advance(30 * SECOND_MS)
    const before = await entryOf(entry)
    const refused = { code: 'too-many-codes', details: { limit: 'address', retryAfterSeconds: 3_540 } }
    await expect(resend(entry)).rejects.toMatchObject(refused)
    expect(await entryOf(entry)).toEqual(before)
  })

  test('counts toward the limit of its account, with an error in the response', async () => {
    const { request, resend, clock } = await open({ limits: { perHour: 1 } })
    const entry = await request()
    clock.advance(30 * SECOND_MS)
    await expect(resend(entry)).rejects.toMatchObject({ code: 'too-many-codes', details: { limit: 'form' } })
  })

  test('that exceeds the credits leaves the previous one valid', async () => {
    const { request, resend, enter, codeOf, clock } = await open({ credits: 3 })
    const entry = await request()
    clock.advance(30 * SECOND_MS)
    await expect(resend(entry)).rejects.toMatchObject({ code: 'code-not-sent' })
    expect(await enter(entry, (await codeOf(entry))!)).toEqual({ kind: 'confirmed' })
  })

  test('is refused for an entry of another group, or an unknown entry', async () => {
    const { request, resend, group, vip } = await open()
    const [entry, other] = [await request(), await group()]
    await expect(resend(entry, other.id)).rejects.toMatchObject({ code: 'form-not-found' })
    await expect(resend(ids.next('ent'), vip.id)).rejects.toMatchObject({ code: 'form-not-found' })
  })

  test('is sent once, even if the commit is not acknowledged', async () => {
    const adapters = inMemory()
    const unitOfWork = unacknowledgedCommits(adapters.unitOfWork)
    const { request, resend, clock, messages, entryOf } = await formFixture({ ...adapters, unitOfWork })
    const entry = await request()
    clock.advance(30 * SECOND_MS)
    unitOfWork.loseReplies()
    expect(await resend(entry)).toEqual({ kind: 'sent' })
    expect(await messages()).toHaveLength(2)
    expect(await entryOf(entry)).toMatchObject({ codes: 2, texts: 2 })
  })
})
