import { after, inboundFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { DEFAULT_DESTINATIONS, type Destinations } from '../../model/accounts/destinations.js'
import { parsePhoneNumber } from '../../values/phone/phone-number.js'

const BRITISH = parsePhoneNumber('+447400123456')
const PREMIUM = parsePhoneNumber('+19005550101')
const SATELLITE = parsePhoneNumber('+881612345678')
const STRANGERS = [BRITISH, PREMIUM, SATELLITE]

const open = (given: Partial<Destinations> = {}) => {
  const destinations = { ...DEFAULT_DESTINATIONS, ...given }
  return inboundFixture(inMemory({ now: after(100) }), { account: { destinations } })
}

describe('a text from a number without a contact, in a country of none of the account’s numbers', () => {
  test.each(STRANGERS)('is stored and, if it is HELP, not answered: %s', async (from) => {
    const { text, texts, messages } = await open()
    expect(await text('HELP', { from })).toMatchObject({ isHandled: true, reply: 'destination' })
    expect(texts).toEqual([])
    expect(await messages()).toMatchObject([{ from, direction: 'inbound', body: 'HELP' }])
  })

  test.each(STRANGERS)('opts the number out if it is STOP, without an answer: %s', async (from) => {
    const { text, texts, consentOf } = await open()
    await text('STOP', { from })
    expect(texts).toEqual([])
    expect(await consentOf(from)).toMatchObject({ state: 'opted_out', optedOutAt: after(100) })
  })

  test.each(STRANGERS)('is only stored if it is START: %s', async (from) => {
    const { text, texts, group, contactAt, consentOf, messages, balance } = await open()
    await group({ isDefault: true })
    await text('START', { from })
    expect(texts).toEqual([])
    expect(await contactAt(from)).toBeNull()
    expect(await consentOf(from)).toMatchObject({ state: 'none', log: [] })
    expect(await messages()).toMatchObject([{ from, direction: 'inbound', body: 'START' }])
    expect(await balance()).toMatchObject({ sms: 10 })
  })

  test('is answered in the form countries', async () => {
    const { text, texts, group } = await open({ formCountries: ['GB'] })
    await group({ isDefault: true })
    for (const body of ['HELP', 'START', 'STOP']) await text(body, { from: BRITISH })
    expect(texts.map(({ to }) => to)).toEqual([BRITISH, BRITISH, BRITISH])
  })
})

test('a contact is answered wherever it is', async () => {
  const { text, texts, contact, group } = await open()
  await group({ isDefault: true })
  for (const from of STRANGERS) {
    await contact({ phone: from })
    for (const body of ['HELP', 'START', 'STOP']) await text(body, { from })
  }
  expect(texts.map(({ to }) => to)).toEqual(STRANGERS.flatMap((phone) => [phone, phone, phone]))
})
