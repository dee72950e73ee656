import { ANN, sendingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { DEFAULT_DESTINATIONS, type Destinations } from '../../model/accounts/destinations.js'
import { parsePhoneNumber } from '../../values/phone/phone-number.js'
import { PreviewMessage } from './preview-message.js'
import type { SendMessageInput } from './send-message.js'

const JAMAICAN = parsePhoneNumber('+18765550101')
const PREMIUM = parsePhoneNumber('+19005550101')

/** Ann and two numbers elsewhere have opted in. */
async function open(given: Partial<Destinations> = { allowedCountries: ['US', 'CA'] }) {
  const destinations = { ...DEFAULT_DESTINATIONS, ...given }
  const fixture = await sendingFixture(inMemory(), { account: { destinations } })
  const group = await fixture.group()
  for (const phone of [JAMAICAN, PREMIUM]) await fixture.member(await fixture.contact({ phone }), group)
  const blank = { account: fixture.account, to: ANN, from: '+12025550100', body: 'Hi' }
  const preview = (one: Partial<SendMessageInput>) =>
    new PreviewMessage(fixture).execute({ ...blank, mediaUrl: null, idempotencyKey: null, ...one })
  return { ...fixture, preview }
}

describe('a message of an account that may text only some countries', () => {
  test('is refused for a number elsewhere, with the field, and is neither queued nor charged', async () => {
    const { send, credits, provider } = await open()
    const message = 'must be a number in one of US, CA: got a number in JM'
    const details = { fields: [{ field: 'to', message }] }
    await expect(send({ to: JAMAICAN })).rejects.toMatchObject({ code: 'invalid-input', details })
    await expect(send({ to: PREMIUM })).rejects.toMatchObject({ code: 'invalid-input' })
    expect(provider.submitted).toEqual([])
    expect(await credits()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
  })

  test('is sent to the other numbers', async () => {
    const { send } = await open()
    expect((await send()).message).toMatchObject({ to: ANN, status: 'sent' })
  })

  test('is sent to a premium-rate number if the account allows these', async () => {
    const { send } = await open({ allowedCountries: ['US'], allowPremium: true })
    expect((await send({ to: PREMIUM })).message).toMatchObject({ status: 'sent' })
  })

  test('is refused for its number before it is refused for its sender or its consent', async () => {
    const { send, optOut } = await open()
    await optOut(JAMAICAN)
    await expect(send({ to: JAMAICAN, from: '+12025550177' })).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(send({ to: '+1876', from: '+12025550177' })).rejects.toMatchObject({ code: 'invalid-phone-number' })
  })

  test('replays the response to its key, whatever its number is now', async () => {
    const { send } = await open()
    const { message } = await send({ idempotencyKey: 'once' })
    expect(await send({ idempotencyKey: 'once', to: JAMAICAN })).toEqual({ message, replayed: true })
  })

  test('is previewed as dropped for its country, whatever the consent is', async () => {
    const { preview, optOut } = await open()
    await optOut(JAMAICAN)
    const none = { country: 0, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0 }
    expect(await preview({ to: JAMAICAN })).toMatchObject({
      recipients: { submitted: 1, accepted: 0, dropped: { ...none, country: 1 } },
      credits: { required: { sms: 0, mms: 0 } },
      samples: [],
    })
    expect((await preview({})).recipients).toEqual({ submitted: 1, accepted: 1, dropped: none })
  })
})

test('an account without a list of countries texts everywhere, also premium-rate numbers', async () => {
  const { send } = await open({})
  for (const to of [JAMAICAN, PREMIUM]) expect((await send({ to })).message).toMatchObject({ status: 'sent' })
})
