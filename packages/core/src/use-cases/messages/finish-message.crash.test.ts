import { ANN, finishingHouseOf, scriptedProvider, type ScriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const MINUTE_MS = 60_000

const open = (provider?: ScriptedProvider) => finishingHouseOf(inMemory(), provider)

describe('a message whose process died', () => {
  test('is handed over again to a provider that deduplicates, under the same reference, whatever consent says now', async () => {
    const house = await open()
    await house.crashInSubmission()
    await house.optOut(ANN)
    await house.pass(MINUTE_MS)
    const [first, second] = house.provider.submitted
    expect(second).toEqual(first)
    expect(await house.stored()).toMatchObject({ status: 'sent', attempt: 2 })
    expect(await house.credits()).toMatchObject({ sms: 8, reserved: { sms: 0 } })
  })

  test('is not taken for waiting when it is not taken now: it may have been taken then', async () => {
    const house = await open()
    await house.crashInSubmission()
    house.provider.script.push({ kind: 'try-later', afterMs: null })
    await house.pass(MINUTE_MS)
    expect(await house.stored()).toMatchObject({ status: 'queued', phase: 'submitting', attempt: 2 })
    await house.optOut(ANN)
    await house.pass(MINUTE_MS)
    expect(await house.stored()).toMatchObject({ status: 'sent', attempt: 3 })
  })

  test('is left alone until its lease has run out', async () => {
    const house = await open()
    await house.crashInSubmission()
    await house.pass(8_999)
    expect(house.provider.submitted).toHaveLength(1)
    await house.pass(1)
    expect(house.provider.submitted).toHaveLength(2)
  })

  test('answers its key: what a repeat is told is what became of it', async () => {
    const house = await open()
    await house.crashInSubmission()
    await house.pass(MINUTE_MS)
    expect(await house.usedKey()).toMatchObject({ answer: { id: (await house.stored()).id, status: 'sent' } })
  })

  test('is asked after where the provider can be asked: what it took is sent', async () => {
    const house = await open(scriptedProvider({ deduplicates: false, canBeAsked: true }))
    await house.crashInSubmission()
    house.provider.found.push({ kind: 'accepted', providerId: 'found' })
    await house.pass(MINUTE_MS)
    expect(house.provider.submitted).toHaveLength(1)
    expect(await house.stored()).toMatchObject({ status: 'sent', providerId: 'found' })
  })

  test('is tried again where the provider says that it has never seen it, if consent is still there', async () => {
    const house = await open(scriptedProvider({ deduplicates: false, canBeAsked: true }))
    await house.crashInSubmission()
    await house.pass(MINUTE_MS)
    expect(await house.stored()).toMatchObject({ status: 'queued', phase: 'waiting' })
    await house.optOut(ANN)
    await house.pass(MINUTE_MS)
    expect(house.provider.submitted).toHaveLength(1)
    expect(await house.stored()).toMatchObject({ status: 'failed', failure: { type: 'opted_out_before_send' } })
  })

  test('is failed with unknown_outcome where nobody can say, never sent again, refunded, and keeps its key', async () => {
    const house = await open(scriptedProvider({ deduplicates: false }))
    await house.crashInSubmission()
    await house.pass(MINUTE_MS)
    expect(await house.stored()).toMatchObject({ status: 'failed', failure: { type: 'unknown_outcome' }, sentAt: null })
    expect(house.provider.submitted).toHaveLength(1)
    expect(await house.credits()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
    expect(await house.usedKey()).toMatchObject({ answer: { status: 'failed', errorType: 'unknown_outcome' } })
    expect(await house.jobsLeft()).toEqual([])
  })

  test('that was only slow finds that another has taken over, and answers what became of it there', async () => {
    const house = await open()
    let answer = (_: 'late') => {}
    const late = new Promise<'late'>((resolve) => (answer = resolve))
    house.provider.script.push(async () => {
      await late
      return { kind: 'refused', type: 'carrier_rejected', message: 'Too late' }
    })
    const slow = house.send()
    await house.provider.untilSubmitted(1)
    await house.pass(MINUTE_MS)
    answer('late')
    expect(await slow).toMatchObject({ message: { status: 'sent' } })
    expect(await house.credits()).toMatchObject({ sms: 8, reserved: { sms: 0 } })
  })
})
