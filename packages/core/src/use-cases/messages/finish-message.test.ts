import { aConsent, ANN, finishingFixture, scriptedProvider, SUBJECT, type ScriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { FailureType } from '../../ports/sms-provider.js'

const MINUTE_MS = 60_000

const open = (provider?: ScriptedProvider) => finishingFixture(inMemory(), provider)

describe('a waiting message', () => {
  test('is retried, and sent when the provider accepts it', async () => {
    const fixture = await open()
    fixture.provider.script.push({ kind: 'try-later', afterMs: null }, { kind: 'try-later', afterMs: null })
    const { message } = await fixture.send()
    await fixture.pass(MINUTE_MS)
    expect(await fixture.stored()).toMatchObject({ status: 'queued', phase: 'waiting', attempt: 2 })
    await fixture.pass(MINUTE_MS)
    expect(await fixture.stored()).toMatchObject({
      id: message.id,
      status: 'sent',
      sentAt: fixture.clock.now(),
      attempt: 3,
    })
    expect(await fixture.credits()).toEqual({ sms: 8, mms: 0, reserved: { sms: 0, mms: 0 } })
    expect(await fixture.jobsLeft()).toEqual([])
  })

  test('keeps its key with the original response, which expires 48 hours after the message was sent', async () => {
    const fixture = await open()
    fixture.provider.script.push({ kind: 'try-later', afterMs: null })
    await fixture.send()
    expect(await fixture.usedKey()).toMatchObject({ answer: { status: 'queued' }, expiresAt: null })
    await fixture.pass(30 * MINUTE_MS)
    const expiresAt = new Date(fixture.clock.now().getTime() + 48 * 60 * MINUTE_MS)
    expect(await fixture.usedKey()).toMatchObject({ answer: { status: 'queued' }, expiresAt })
  })

  test('fails with provider_unavailable after an hour of tries, which releases its credits and frees its key', async () => {
    const fixture = await open()
    fixture.provider.script.push(...Array.from({ length: 99 }, () => ({ kind: 'try-later', afterMs: null }) as const))
    await fixture.send()
    for (let minute = 0; minute < 60; minute++) {
      expect(await fixture.stored()).toMatchObject({ status: 'queued' })
      await fixture.pass(MINUTE_MS)
    }
    expect(await fixture.stored()).toMatchObject({ status: 'failed', failure: { type: 'provider_unavailable' } })
    expect(await fixture.credits()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
    expect(await fixture.usedKey()).toBeNull()
    expect(await fixture.jobsLeft()).toEqual([])
  })

  test('fails with expired if no process tried it for an hour', async () => {
    const fixture = await open()
    fixture.provider.script.push({ kind: 'try-later', afterMs: null })
    await fixture.send()
    await fixture.pass(62 * MINUTE_MS)
    expect(await fixture.stored()).toMatchObject({ status: 'failed', failure: { type: 'expired' } })
    expect(fixture.provider.submitted).toHaveLength(1)
    expect(await fixture.credits()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
  })

  test.each<[what: string, type: FailureType, change: (fixture: Awaited<ReturnType<typeof open>>) => Promise<unknown>]>(
    [
      ['a STOP', 'opted_out_before_send', ({ optOut }) => optOut(ANN)],
      [
        'the removal of the last membership',
        'not_opted_in_before_send',
        ({ run, account }) =>
          run(({ consents }) => consents.save([aConsent({ account: account.id, activeGroups: 0 })])),
      ],
      [
        'the first step of an erasure',
        'erased',
        ({ run, account }) =>
          run(({ erasures }) => erasures.eraseContact({ account: account.id, phone: ANN, subject: SUBJECT })),
      ],
    ],
  )('is stopped by %s that was stored before its next try, and its credits are released', async (_, type, change) => {
    const fixture = await open()
    await fixture.listenTo('message.failed')
    fixture.provider.script.push({ kind: 'try-later', afterMs: null })
    await fixture.send()
    await change(fixture)
    await fixture.pass(MINUTE_MS)
    expect(await fixture.stored()).toMatchObject({ status: 'failed', failure: { type } })
    expect(fixture.provider.submitted).toHaveLength(1)
    expect(await fixture.credits()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
    expect(await fixture.usedKey()).toBeNull()
    expect(await fixture.events()).toMatchObject([{ type: 'message.failed', data: { message: { errorType: type } } }])
    expect(await fixture.jobsLeft()).toEqual([])
  })
})

test('a worker that lost its job to another worker does not submit the message', async () => {
  const fixture = await open(scriptedProvider({ deduplicates: false, canBeAsked: true }))
  fixture.provider.script.push({ kind: 'try-later', afterMs: null }, () => new Promise(() => undefined))
  await fixture.send()
  fixture.clock.advance(MINUTE_MS)
  const [stale] = await fixture.claimed()
  fixture.clock.advance(MINUTE_MS)
  const [newest] = await fixture.claimed()
  void fixture.finish(newest!)
  await fixture.provider.untilSubmitted(2)
  await fixture.finish({ ...stale!, leaseUntil: newest!.leaseUntil })
  expect(fixture.provider.submitted).toHaveLength(2)
  expect(await fixture.stored()).toMatchObject({ phase: 'submitting', attempt: 2 })
})

test('a worker begins no attempt that could outlast its lease', async () => {
  const fixture = await open()
  fixture.provider.script.push({ kind: 'try-later', afterMs: null })
  await fixture.send()
  fixture.clock.advance(MINUTE_MS)
  const [job] = await fixture.claimed()
  fixture.clock.advance(MINUTE_MS - 8_000)
  await fixture.finish(job!)
  expect(await fixture.stored()).toMatchObject({ phase: 'waiting', attempt: 1 })
})

test('a job whose message is already final is deleted', async () => {
  const fixture = await open()
  const { message } = await fixture.send()
  const job = { kind: 'finish-message', payload: { message: message.id }, lane: 'quick' } as const
  const runAt = fixture.clock.now()
  await fixture.run(({ jobs }) => jobs.put([{ ...job, id: 'job_1', account: fixture.account.id, runAt }]))
  await fixture.pass(MINUTE_MS)
  expect(fixture.provider.submitted).toHaveLength(1)
  expect(await fixture.jobsLeft()).toEqual([])
})
