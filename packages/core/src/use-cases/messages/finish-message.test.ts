import { aConsent, ANN, finishingHouseOf, scriptedProvider, SUBJECT, type ScriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { FailureType } from '../../ports/sms-provider.js'

const MINUTE_MS = 60_000

const open = (provider?: ScriptedProvider) => finishingHouseOf(inMemory(), provider)

describe('a message that is waiting', () => {
  test('is tried again, and sent when the provider takes it', async () => {
    const house = await open()
    house.provider.script.push({ kind: 'try-later', afterMs: null }, { kind: 'try-later', afterMs: null })
    const { message } = await house.send()
    await house.pass(MINUTE_MS)
    expect(await house.stored()).toMatchObject({ status: 'queued', phase: 'waiting', attempt: 2 })
    await house.pass(MINUTE_MS)
    expect(await house.stored()).toMatchObject({
      id: message.id,
      status: 'sent',
      sentAt: house.clock.now(),
      attempt: 3,
    })
    expect(await house.credits()).toEqual({ sms: 8, mms: 0, reserved: { sms: 0, mms: 0 } })
    expect(await house.jobsLeft()).toEqual([])
  })

  test('keeps its key with the answer that was given, and the 48 hours run from when it was sent', async () => {
    const house = await open()
    house.provider.script.push({ kind: 'try-later', afterMs: null })
    await house.send()
    expect(await house.usedKey()).toMatchObject({ answer: { status: 'queued' }, expiresAt: null })
    await house.pass(30 * MINUTE_MS)
    const expiresAt = new Date(house.clock.now().getTime() + 48 * 60 * MINUTE_MS)
    expect(await house.usedKey()).toMatchObject({ answer: { status: 'queued' }, expiresAt })
  })

  test('is failed with provider_unavailable after an hour of trying, refunded, and its key is free', async () => {
    const house = await open()
    house.provider.script.push(...Array.from({ length: 99 }, () => ({ kind: 'try-later', afterMs: null }) as const))
    await house.send()
    for (let minute = 0; minute < 60; minute++) {
      expect(await house.stored()).toMatchObject({ status: 'queued' })
      await house.pass(MINUTE_MS)
    }
    expect(await house.stored()).toMatchObject({ status: 'failed', failure: { type: 'provider_unavailable' } })
    expect(await house.credits()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
    expect(await house.usedKey()).toBeNull()
    expect(await house.jobsLeft()).toEqual([])
  })

  test('is failed with expired when its hour went by and nobody was there to try', async () => {
    const house = await open()
    house.provider.script.push({ kind: 'try-later', afterMs: null })
    await house.send()
    await house.pass(62 * MINUTE_MS)
    expect(await house.stored()).toMatchObject({ status: 'failed', failure: { type: 'expired' } })
    expect(house.provider.submitted).toHaveLength(1)
    expect(await house.credits()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
  })

  test.each<[what: string, type: FailureType, change: (house: Awaited<ReturnType<typeof open>>) => Promise<unknown>]>([
    ['a STOP', 'opted_out_before_send', ({ optOut }) => optOut(ANN)],
    [
      'the removal of the last membership',
      'not_opted_in_before_send',
      ({ run, account }) => run(({ consents }) => consents.save([aConsent({ account: account.id, activeGroups: 0 })])),
    ],
    [
      'the first step of an erasure',
      'erased',
      ({ run, account }) =>
        run(({ erasures }) => erasures.eraseContact({ account: account.id, phone: ANN, subject: SUBJECT })),
    ],
  ])('is stopped by %s that was stored before its next try, and refunded', async (_, type, change) => {
    const house = await open()
    await house.listenTo('message.failed')
    house.provider.script.push({ kind: 'try-later', afterMs: null })
    await house.send()
    await change(house)
    await house.pass(MINUTE_MS)
    expect(await house.stored()).toMatchObject({ status: 'failed', failure: { type } })
    expect(house.provider.submitted).toHaveLength(1)
    expect(await house.credits()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
    expect(await house.usedKey()).toBeNull()
    expect(await house.events()).toMatchObject([{ type: 'message.failed', data: { message: { errorType: type } } }])
    expect(await house.jobsLeft()).toEqual([])
  })
})

test('a worker that has lost its job to another one leaves the message alone', async () => {
  const house = await open(scriptedProvider({ deduplicates: false, canBeAsked: true }))
  house.provider.script.push({ kind: 'try-later', afterMs: null }, () => new Promise(() => undefined))
  await house.send()
  house.clock.advance(MINUTE_MS)
  const [stale] = await house.claimed()
  house.clock.advance(MINUTE_MS)
  const [newest] = await house.claimed()
  void house.finish(newest!)
  await house.provider.untilSubmitted(2)
  await house.finish({ ...stale!, leaseUntil: newest!.leaseUntil })
  expect(house.provider.submitted).toHaveLength(2)
  expect(await house.stored()).toMatchObject({ phase: 'submitting', attempt: 2 })
})

test('a worker begins no attempt that could outlast its claim', async () => {
  const house = await open()
  house.provider.script.push({ kind: 'try-later', afterMs: null })
  await house.send()
  house.clock.advance(MINUTE_MS)
  const [job] = await house.claimed()
  house.clock.advance(MINUTE_MS - 8_000)
  await house.finish(job!)
  expect(await house.stored()).toMatchObject({ phase: 'waiting', attempt: 1 })
})

test('a job whose message has come to its end is done', async () => {
  const house = await open()
  const { message } = await house.send()
  const job = { kind: 'finish-message', payload: { message: message.id }, lane: 'quick' } as const
  const runAt = house.clock.now()
  await house.run(({ jobs }) => jobs.put([{ ...job, id: 'job_1', account: house.account.id, runAt }]))
  await house.pass(MINUTE_MS)
  expect(house.provider.submitted).toHaveLength(1)
  expect(await house.jobsLeft()).toEqual([])
})
