import { ANN, finishingFixture, scriptedProvider, type ScriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const MINUTE_MS = 60_000

const open = (provider?: ScriptedProvider) => finishingFixture(inMemory(), provider)

describe('a message whose process died', () => {
  test('is handed over again to a provider that deduplicates, under the same reference, whatever consent says now', async () => {
    const fixture = await open()
    await fixture.crashInSubmission()
    await fixture.optOut(ANN)
    await fixture.pass(MINUTE_MS)
    const [first, second] = fixture.provider.submitted
    expect(second).toEqual(first)
    expect(await fixture.stored()).toMatchObject({ status: 'sent', attempt: 2 })
    expect(await fixture.credits()).toMatchObject({ sms: 8, reserved: { sms: 0 } })
  })

  test('is not taken for waiting when it is not taken now: it may have been taken then', async () => {
    const fixture = await open()
    await fixture.crashInSubmission()
    fixture.provider.script.push({ kind: 'try-later', afterMs: null })
    await fixture.pass(MINUTE_MS)
    expect(await fixture.stored()).toMatchObject({ status: 'queued', phase: 'submitting', attempt: 2 })
    await fixture.optOut(ANN)
    await fixture.pass(MINUTE_MS)
    expect(await fixture.stored()).toMatchObject({ status: 'sent', attempt: 3 })
  })

  test('is left alone until its lease has run out', async () => {
    const fixture = await open()
    await fixture.crashInSubmission()
    await fixture.pass(8_999)
    expect(fixture.provider.submitted).toHaveLength(1)
    await fixture.pass(1)
    expect(fixture.provider.submitted).toHaveLength(2)
  })

  test('answers its key: what a repeat is told is what became of it', async () => {
    const fixture = await open()
    await fixture.crashInSubmission()
    await fixture.pass(MINUTE_MS)
    expect(await fixture.usedKey()).toMatchObject({ answer: { id: (await fixture.stored()).id, status: 'sent' } })
  })

  test('is asked after where the provider can be asked: what it took is sent', async () => {
    const fixture = await open(scriptedProvider({ deduplicates: false, canBeAsked: true }))
    await fixture.crashInSubmission()
    fixture.provider.found.push({ kind: 'accepted', providerId: 'found' })
    await fixture.pass(MINUTE_MS)
    expect(fixture.provider.submitted).toHaveLength(1)
    expect(await fixture.stored()).toMatchObject({ status: 'sent', providerId: 'found' })
  })

  test('is tried again where the provider says that it has never seen it, if consent is still there', async () => {
    const fixture = await open(scriptedProvider({ deduplicates: false, canBeAsked: true }))
    await fixture.crashInSubmission()
    await fixture.pass(MINUTE_MS)
    expect(await fixture.stored()).toMatchObject({ status: 'queued', phase: 'waiting' })
    await fixture.optOut(ANN)
    await fixture.pass(MINUTE_MS)
    expect(fixture.provider.submitted).toHaveLength(1)
    expect(await fixture.stored()).toMatchObject({ status: 'failed', failure: { type: 'opted_out_before_send' } })
  })

  test('is failed with unknown_outcome where nobody can say, never sent again, refunded, and keeps its key', async () => {
    const fixture = await open(scriptedProvider({ deduplicates: false }))
    await fixture.crashInSubmission()
    await fixture.pass(MINUTE_MS)
    expect(await fixture.stored()).toMatchObject({
      status: 'failed',
      failure: { type: 'unknown_outcome' },
      sentAt: null,
    })
    expect(fixture.provider.submitted).toHaveLength(1)
    expect(await fixture.credits()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
    expect(await fixture.usedKey()).toMatchObject({ answer: { status: 'failed', errorType: 'unknown_outcome' } })
    expect(await fixture.jobsLeft()).toEqual([])
  })

  test('that was only slow finds that another has taken over, and answers what became of it there', async () => {
    const fixture = await open()
    let answer = (_: 'late') => {}
    const late = new Promise<'late'>((resolve) => (answer = resolve))
    fixture.provider.script.push(async () => {
      await late
      return { kind: 'refused', type: 'carrier_rejected', message: 'Too late' }
    })
    const slow = fixture.send()
    await fixture.provider.untilSubmitted(1)
    await fixture.pass(MINUTE_MS)
    answer('late')
    expect(await slow).toMatchObject({ message: { status: 'sent' } })
    expect(await fixture.credits()).toMatchObject({ sms: 8, reserved: { sms: 0 } })
  })
})
