import {
  ANN,
  BOB,
  CAT,
  aLedgerEntry,
  aMessageQuery,
  aSender,
  sendingFixture,
  type SendingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { SendMessageInput } from './send-message.js'

const FROM = '+12025550100'
const SHORT_CODE = '12345'

const open = (given?: SendingGiven) => sendingFixture(inMemory(), given)

describe('a message is refused, neither queued nor charged,', () => {
  const NOT_E164 = ['12025550123', '+1 202 555 0123', '', 'Ann', '+112025550100']
  test.each(NOT_E164)('when `to` is %j: invalid-phone-number', async (to) => {
    const { send } = await open()
    await expect(send({ to })).rejects.toMatchObject({ code: 'invalid-phone-number' })
  })

  const refusals: [string, Partial<SendMessageInput>, string][] = [
    ['the sender belongs to another account', { from: '+12025550199' }, 'sender-not-assigned'],
    ['the text cannot be sent', { body: 'Hi\u0007' }, 'unsupported-characters'],
    ['the recipient has not opted in', { to: BOB }, 'recipient-not-opted-in'],
    ['an MMS has a sender for SMS only', { from: SHORT_CODE, mediaUrl: 'https://a.example/b' }, 'invalid-input'],
  ]
  test.each(refusals)('when %s', async (_, given, code) => {
    const { send, credits, provider, run, account } = await open()
    await expect(send(given)).rejects.toMatchObject({ code })
    expect(await credits()).toEqual({ sms: 10, mms: 2, reserved: { sms: 0, mms: 0 } })
    expect(provider.submitted).toEqual([])
    const stored = await run(({ messages }) => messages.list(account.id, aMessageQuery()))
    expect(stored).toMatchObject({ totalCount: 0 })
  })

  test('when the sender is inactive', async () => {
    const { send, run, account } = await open()
    await run(({ senders }) => senders.put(aSender({ account: account.id, number: FROM, status: 'inactive' })))
    await expect(send()).rejects.toMatchObject({ code: 'sender-not-active' })
  })

  test('when the recipient has a hard opt-out, whether or not it is a member', async () => {
    const { send, optOut } = await open()
    await optOut(ANN)
    await optOut(BOB)
    for (const to of [ANN, BOB]) await expect(send({ to })).rejects.toMatchObject({ code: 'recipient-opted-out' })
  })

  test('when credits are insufficient; the error has the required and the available credits', async () => {
    const { send, credits } = await open()
    for (let i = 0; i < 4; i++) await send()
    await send({ mediaUrl: 'https://a.example/b' })
    const details = { required: { sms: 2, mms: 0 }, available: { sms: 0, mms: 1 } }
    await expect(send()).rejects.toMatchObject({ code: 'insufficient-credits', details })
    expect(await credits()).toMatchObject({ sms: 0, mms: 1 })
  })

  test('when only the MMS credits are insufficient', async () => {
    const { send } = await open()
    const mediaUrl = 'https://a.example/b'
    await send({ mediaUrl })
    await send({ mediaUrl })
    await expect(send({ mediaUrl })).rejects.toMatchObject({ code: 'insufficient-credits' })
    expect(await send()).toMatchObject({ message: { status: 'sent' } })
  })

  test('when the daily quota is reached, until the UTC day ends; failed messages count towards the quota', async () => {
    const { send, provider, clock } = await open({ account: { dailyMessageQuota: 2 } })
    provider.script.push({ kind: 'refused', type: 'carrier_rejected', message: 'Spam' })
    await send()
    await send()
    await expect(send()).rejects.toMatchObject({ code: 'quota-reached', details: { quota: 2, used: 2 } })
    clock.set(new Date('2026-03-01T23:59:59.999Z'))
    await expect(send()).rejects.toMatchObject({ code: 'quota-reached' })
    clock.advance(1)
    expect(await send()).toMatchObject({ message: { status: 'sent' } })
  })
})

test('refusals are checked in this order: sender, text, consent, quota, credits', async () => {
  const { send, run, account, optOut, member, contact, group } = await open({ account: { dailyMessageQuota: 0 } })
  await member(await contact({ phone: CAT }), await group({ name: 'Other' }))
  const spent = aLedgerEntry({ account: account.id, from: 'available', to: 'spent', amount: 10 })
  await run(({ credits }) => credits.post(account.id, [spent]))
  await optOut(BOB)
  const all = { from: '+12025550199', body: '\u0007', to: BOB }
  await expect(send(all)).rejects.toMatchObject({ code: 'sender-not-assigned' })
  await expect(send({ ...all, from: FROM })).rejects.toMatchObject({ code: 'unsupported-characters' })
  await expect(send({ to: BOB })).rejects.toMatchObject({ code: 'recipient-opted-out' })
  await expect(send({ to: '+12025550177' })).rejects.toMatchObject({ code: 'recipient-not-opted-in' })
  await expect(send({ to: CAT })).rejects.toMatchObject({ code: 'quota-reached' })
})
