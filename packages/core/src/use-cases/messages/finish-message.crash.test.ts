import { ANN, finishingFixture, scriptedProvider, type ScriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { ReceiveReceipt } from './receive-receipt.js'

const MINUTE_MS = 60_000

const open = (provider?: ScriptedProvider) => finishingFixture(inMemory(), provider)

describe('a message whose process crashed', () => {
  test('is submitted again under the same reference to a provider that deduplicates, whatever its consent is now', async () => {
    const fixture = await open()
    await fixture.crashInSubmission()
    await fixture.optOut(ANN)
    await fixture.pass(MINUTE_MS)
    const [first, second] = fixture.provider.submitted
    expect(second).toEqual(first)
    expect(await fixture.stored()).toMatchObject({ status: 'sent', attempt: 2 })
    expect(await fixture.credits()).toMatchObject({ sms: 8, reserved: { sms: 0 } })
  })

  test('stays in phase submitting if the retry is not accepted, since the first try may have been', async () => {
    const fixture = await open()
    await fixture.crashInSubmission()
    fixture.provider.script.push({ kind: 'try-later', afterMs: null })
    await fixture.pass(MINUTE_MS)
    expect(await fixture.stored()).toMatchObject({ status: 'queued', phase: 'submitting', attempt: 2 })
    await fixture.optOut(ANN)
    await fixture.pass(MINUTE_MS)
    expect(await fixture.stored()).toMatchObject({ status: 'sent', attempt: 3 })
  })

  test('is not retried until its lease expires', async () => {
    const fixture = await open()
    await fixture.crashInSubmission()
    await fixture.pass(8_999)
    expect(fixture.provider.submitted).toHaveLength(1)
    await fixture.pass(1)
    expect(fixture.provider.submitted).toHaveLength(2)
  })

  test('stores its outcome as the response for its idempotency key', async () => {
    const fixture = await open()
    await fixture.crashInSubmission()
    await fixture.pass(MINUTE_MS)
    expect(await fixture.usedKey()).toMatchObject({ answer: { id: (await fixture.stored()).id, status: 'sent' } })
  })

  test('is looked up if the provider can be queried, and gets the status sent if the provider accepted it', async () => {
    const fixture = await open(scriptedProvider({ deduplicates: false, canBeAsked: true }))
    await fixture.crashInSubmission()
    fixture.provider.found.push({ kind: 'accepted', providerId: 'found' })
    await fixture.pass(MINUTE_MS)
    expect(fixture.provider.submitted).toHaveLength(1)
    expect(await fixture.stored()).toMatchObject({ status: 'sent', providerId: 'found' })
  })

  test('is not submitted again if a receipt came, even if the provider says that it has never seen it', async () => {
    const adapters = inMemory()
    const provider = scriptedProvider({ deduplicates: false, canBeAsked: true })
    const fixture = await finishingFixture(adapters, provider)
    await fixture.crashInSubmission()
    await fixture.pass(MINUTE_MS)
    expect(await fixture.stored()).toMatchObject({ phase: 'waiting' })
    const { account, id } = await fixture.stored()
    const receipt = { account, message: id, at: adapters.clock.now(), failure: null, carrier: 'main', providerId: 'p1' }
    await new ReceiveReceipt(adapters).execute(receipt)
    await fixture.pass(MINUTE_MS)
    expect(provider.submitted).toHaveLength(1)
    expect(await fixture.stored()).toMatchObject({
      status: 'sent',
      providerId: 'p1',
      deliveredAt: expect.any(Date),
      tries: [{ carrier: 'main', outcome: 'accepted' }],
    })
  })

  test('is retried if the provider has never seen it, but only with consent', async () => {
    const fixture = await open(scriptedProvider({ deduplicates: false, canBeAsked: true }))
    await fixture.crashInSubmission()
    await fixture.pass(MINUTE_MS)
    expect(await fixture.stored()).toMatchObject({ status: 'queued', phase: 'waiting' })
    await fixture.optOut(ANN)
    await fixture.pass(MINUTE_MS)
    expect(fixture.provider.submitted).toHaveLength(1)
    expect(await fixture.stored()).toMatchObject({ status: 'failed', failure: { type: 'opted_out_before_send' } })
  })

  test('fails with unknown_outcome if the provider cannot tell, releases its credits, and keeps its key', async () => {
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

  test('gets the outcome from the process that took it over, even if its first process was only slow', async () => {
    const fixture = await open()
    let respond = (_: 'late') => {}
    const late = new Promise<'late'>((resolve) => (respond = resolve))
    fixture.provider.script.push(async () => {
      await late
      return { kind: 'refused', type: 'carrier_rejected', message: 'Too late' }
    })
    const slow = fixture.send()
    await fixture.provider.untilSubmitted(1)
    await fixture.pass(MINUTE_MS)
    respond('late')
    expect(await slow).toMatchObject({ message: { status: 'sent' } })
    expect(await fixture.credits()).toMatchObject({ sms: 8, reserved: { sms: 0 } })
  })
})
