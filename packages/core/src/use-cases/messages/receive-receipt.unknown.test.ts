import { describe, expect, test } from '@jest/globals'
import { NOW, after, finishingFixture, receiptFixture, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { parseReference, type MessageFailure } from '../../model/messages/message.js'
import { ReceiveReceipt } from './receive-receipt.js'

const REJECTED: MessageFailure = { type: 'carrier_rejected', message: 'Handset off' }
const NEITHER = { deduplicates: false, canBeAsked: false }

describe('a message with an unknown outcome', () => {
  async function openUnknown() {
    const fixture = await receiptFixture(inMemory({ now: NOW }), scriptedProvider(NEITHER))
    await fixture.listenToAll()
    fixture.provider.script.push({ kind: 'unknown' })
    const message = await fixture.send()
    expect(message).toMatchObject({ status: 'failed', errorType: 'unknown_outcome' })
    return { ...fixture, message }
  }

  test('becomes sent if it was delivered; its credits and its key do not change', async () => {
    const { message, receive, stored, emitted, events, credits, usedKey } = await openUnknown()
    const [balance, key] = [await credits(), await usedKey()]
    await receive(message.id)
    const end = { status: 'sent', failure: null, sentAt: after(4.999), deliveredAt: after(5), phase: null }
    expect(await stored(message.id)).toMatchObject(end)
    expect(await emitted()).toEqual([
      ['message.failed', NOW],
      ['message.delivered', after(5.001)],
    ])
    const [, { data }] = (await events()) as unknown as readonly [unknown, { data: { message: object } }]
    expect(data.message).toMatchObject({ id: message.id, status: 'sent', deliveredAt: after(5).toISOString() })
    expect([await credits(), await usedKey()]).toEqual([balance, key])
    expect(balance).toMatchObject({ sms: 10, reserved: { sms: 0 } })
    expect(key).toMatchObject({ target: message.id })
  })

  test('stays delivered, whatever receipt follows', async () => {
    const { message, receive, stored, emitted } = await openUnknown()
    await receive(message.id)
    const before = await stored(message.id)
    for (const failure of [null, REJECTED]) await receive(message.id, failure)
    expect(await stored(message.id)).toEqual(before)
    expect(await emitted()).toHaveLength(2)
  })

  test('gets the reason of a failure receipt, without another event, and keeps its key; no later receipt counts', async () => {
    const { message, receive, stored, emitted, credits, usedKey } = await openUnknown()
    const [balance, key] = [await credits(), await usedKey()]
    const failure = { ...REJECTED, carrierCode: '30007' }
    await receive(message.id, failure)
    expect(await stored(message.id)).toMatchObject({ status: 'failed', failure, sentAt: null, deliveredAt: null })
    await receive(message.id)
    expect(await stored(message.id)).toMatchObject({ status: 'failed', failure })
    expect(await emitted()).toEqual([['message.failed', NOW]])
    expect([await credits(), await usedKey()]).toEqual([balance, key])
  })

  test('is an opt-out at the provider if the failure receipt says so', async () => {
    const { message, receive, consentOf } = await openUnknown()
    await receive(message.id, { type: 'opted_out', message: 'Opted out' })
    expect(await consentOf()).toMatchObject({ providerOptOuts: [{ sender: message.from }] })
  })

  test('is resolved by a carrier of its last attempt, of which only earlier tries are known', async () => {
    const adapters = inMemory({ now: NOW })
    const fixture = await finishingFixture(adapters, scriptedProvider(NEITHER))
    const tries = [{ carrier: 'backup', at: NOW, outcome: 'try-later' }] as const
    fixture.provider.script.push({ kind: 'try-later', afterMs: null, tries }, () => new Promise(() => undefined))
    await fixture.send()
    adapters.clock.advance(60_000)
    const [job] = await fixture.claimed()
    void fixture.finish(job!)
    await fixture.provider.untilSubmitted(2)
    await fixture.pass(60_000)
    const { id, account } = await fixture.stored()
    expect(await fixture.stored()).toMatchObject({ failure: { type: 'unknown_outcome' }, tries })
    const receipt = {
      account,
      message: id,
      at: adapters.clock.now(),
      failure: null,
      carrier: 'main',
      providerId: 'SM1',
    }
    await new ReceiveReceipt(adapters).execute(receipt)
    expect(await fixture.stored()).toMatchObject({ status: 'sent', tries: [...tries, { carrier: 'main' }] })
  })

  test('gets the id and the carrier that the receipt names', async () => {
    const { message, receive, stored } = await openUnknown()
    await receive(message.id, null, { carrier: 'main', providerId: 'SM1' })
    const tries = [{ carrier: 'main', at: after(5), outcome: 'accepted' }]
    expect(await stored(message.id)).toMatchObject({ status: 'sent', providerId: 'SM1', tries })
  })

  test('never arises if a receipt arrived during the submission: then the message is sent, and paid', async () => {
    const { send, receive, stored, provider, listenToAll, emitted, credits } = await receiptFixture(
      inMemory({ now: NOW }),
      scriptedProvider(NEITHER),
    )
    await listenToAll()
    provider.script.push(async () => {
      await receive(parseReference(provider.submitted[0]!.reference)!.id)
      return { kind: 'unknown' }
    })
    const { id } = await send()
    const end = { status: 'sent', failure: null, sentAt: after(5), deliveredAt: after(5.001) }
    expect(await stored(id)).toMatchObject(end)
    expect(await credits()).toMatchObject({ sms: 8, reserved: { sms: 0 } })
    expect(await emitted()).toEqual([
      ['message.sent', after(5)],
      ['message.delivered', after(5.001)],
    ])
  })

  test('never arises from a crash if a receipt arrived before: then the message is sent, and paid', async () => {
    const adapters = inMemory({ now: NOW })
    const fixture = await finishingFixture(adapters, scriptedProvider(NEITHER))
    await fixture.listenTo('message.sent', 'message.failed', 'message.delivered')
    await fixture.crashInSubmission()
    const { id, account } = await fixture.stored()
    await new ReceiveReceipt(adapters).execute({ account, message: id, at: NOW, failure: null })
    await fixture.pass(60_000)
    expect(await fixture.stored()).toMatchObject({
      status: 'sent',
      failure: null,
      sentAt: after(60),
      deliveredAt: after(60.001),
    })
    const now = adapters.clock.now()
    expect(await fixture.credits()).toMatchObject({ sms: 8, reserved: { sms: 0 } })
    expect(await fixture.events()).toMatchObject([
      { type: 'message.sent', at: now },
      { type: 'message.delivered', at: new Date(now.getTime() + 1) },
    ])
  })
})

test('a receipt counts during the next attempt, which goes to another carrier because the first never got the message', async () => {
  const adapters = inMemory({ now: NOW })
  const fixture = await finishingFixture(adapters, scriptedProvider({ deduplicates: false, canBeAsked: true }))
  const tries = [{ carrier: 'main', at: NOW, outcome: 'unknown' }] as const
  fixture.provider.script.push({ kind: 'unknown', tries }, async () => {
    const { id, account } = await fixture.stored()
    const receipt = { account, message: id, at: adapters.clock.now(), failure: null, carrier: 'backup' }
    await new ReceiveReceipt(adapters).execute({ ...receipt, providerId: 'SM1' })
    const at = adapters.clock.now()
    return { kind: 'accepted', providerId: 'SM1', tries: [{ carrier: 'backup', at, outcome: 'accepted' }] }
  })
  await fixture.send()
  await fixture.pass(60_000)
  expect(await fixture.stored()).toMatchObject({ phase: 'waiting', tries: [{ carrier: 'main', outcome: 'try-later' }] })
  await fixture.pass(60_000)
  const ends = { status: 'sent', deliveredAt: after(120.001), tries: [{ carrier: 'main' }, { carrier: 'backup' }] }
  expect(await fixture.stored()).toMatchObject(ends)
})
