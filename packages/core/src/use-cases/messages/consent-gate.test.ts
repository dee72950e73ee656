import { ANN, aConsent, aMessage, after, accountFixture, NOW, SUBJECT } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Message } from '../../model/messages/message.js'
import { ERASED } from '../../values/phone/phone-number.js'
import { stopOf } from './consent-gate.js'

async function open() {
  const fixture = await accountFixture(inMemory())
  const { account, run } = fixture
  return {
    ...fixture,
    /** The errorType that the message would fail with, or null if it may be sent. */
    stop: async (given: Partial<Message> = { purpose: 'confirmation' }) => {
      const message = aMessage({ account: account.id, createdAt: NOW, ...given })
      return (await run((stores) => stopOf(stores, message, after(10))))?.type ?? null
    },
    consent: (optedOutAt: Date | null, activeGroups: number) =>
      run(({ consents }) => consents.save([aConsent({ account: account.id, optedOutAt, activeGroups })])),
    eraseContact: () =>
      run(({ erasures }) => erasures.eraseContact({ account: account.id, phone: ANN, subject: SUBJECT })),
  }
}

describe('a confirmation', () => {
  test('is sent while its membership is pending', async () => {
    const { contact, group, member, stop } = await open()
    await member(await contact(), await group(), { state: 'pending', since: NOW })
    expect(await stop()).toBeNull()
  })

  test.each(['active', 'removed'] as const)('is not sent if the membership is %s', async (state) => {
    const { contact, group, member, stop } = await open()
    await member(await contact(), await group(), { state, since: NOW })
    expect(await stop()).toBe('not_opted_in_before_send')
  })

  test('is not sent if only a membership in another group, which has its own confirmation, is pending', async () => {
    const { contact, group, member, stop } = await open()
    const ann = await contact()
    await member(ann, await group(), { state: 'removed', since: after(5) })
    await member(ann, await group({ name: 'Other' }), { state: 'pending', since: after(6) })
    expect(await stop()).toBe('not_opted_in_before_send')
  })

  test('is not sent to an erased number', async () => {
    const { contact, group, member, consent, eraseContact, stop } = await open()
    await member(await contact(), await group(), { state: 'pending', since: NOW })
    await consent(null, 0)
    await eraseContact()
    expect(await stop()).toBe('erased')
  })

  test('is not sent after a STOP, and the reported reason is the STOP', async () => {
    const { contact, group, member, consent, stop } = await open()
    await member(await contact(), await group(), { state: 'removed', since: after(5) })
    await consent(after(5), 0)
    expect(await stop()).toBe('opted_out_before_send')
  })

  test('is sent after a STOP and a later START: the opt-out stays until the reply', async () => {
    const { contact, group, member, consent, stop } = await open()
    await member(await contact(), await group(), { state: 'pending', since: NOW })
    await consent(after(-5), 0)
    expect(await stop()).toBeNull()
  })
})

describe.each(['message', 'opt-in'] as const)('a message with purpose %s', (purpose) => {
  test.each([
    [null, 1, null],
    [null, 0, 'not_opted_in_before_send'],
    [after(1), 0, 'opted_out_before_send'],
    [after(1), 1, 'opted_out_before_send'],
  ])('with an opt-out at %j and %i active groups has the failure %j', async (optedOutAt, activeGroups, type) => {
    const { consent, stop } = await open()
    await consent(optedOutAt, activeGroups)
    expect(await stop({ purpose })).toBe(type)
  })

  test.each([null, after(1)])('fails as erased after the first step of an erasure; earlier opt-out: %j', async (at) => {
    const { consent, eraseContact, stop } = await open()
    await consent(at, 1)
    await eraseContact()
    expect(await stop({ purpose })).toBe('erased')
    expect(await stop({ purpose, to: ERASED })).toBe('erased')
  })

  test('fails as not opted in if the number was added and removed again after the erasure', async () => {
    const { consent, eraseContact, stop } = await open()
    await consent(null, 1)
    await eraseContact()
    await consent(null, 0)
    expect(await stop({ purpose })).toBe('not_opted_in_before_send')
  })
})

test.each(['answer', 'code'] as const)(
  'a message with purpose %s needs no consent, but fails if the number was erased',
  async (purpose) => {
    const { consent, stop } = await open()
    await consent(after(1), 0)
    expect(await stop({ purpose })).toBeNull()
    expect(await stop({ purpose, to: ERASED })).toBe('erased')
  },
)
