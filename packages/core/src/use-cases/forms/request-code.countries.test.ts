import { after, formFixture, type FormGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { DEFAULT_DESTINATIONS, type Destinations } from '../../model/accounts/destinations.js'
import { parsePhoneNumber } from '../../values/phone/phone-number.js'

const JAMAICAN = parsePhoneNumber('+18765550101')
const PREMIUM = parsePhoneNumber('+19005550101')
const SHARED_COST = parsePhoneNumber('+491803123456')
const SATELLITE = parsePhoneNumber('+881612345678')

const open = (given: Partial<Destinations> = {}, more: FormGiven = {}) => {
  const destinations = { ...DEFAULT_DESTINATIONS, ...given }
  return formFixture(inMemory({ now: after(100) }), { account: { destinations }, ...more })
}

describe('the code of an opt-in form', () => {
  test.each([
    ['a country of none of its numbers', JAMAICAN, 'Numbers of this country cannot join here'],
    ['a premium-rate number', PREMIUM, 'Numbers of this kind cannot join here'],
    ['a shared-cost number', SHARED_COST, 'Numbers of this kind cannot join here'],
    ['a satellite phone', SATELLITE, 'Numbers of this kind cannot join here'],
  ])('is refused to %s, and the person is told', async (_, phone, message) => {
    const { request, messages, balance } = await open()
    for (const isBot of [false, true]) {
      await expect(request({ phone, isBot })).rejects.toMatchObject({ code: 'number-not-served', message })
    }
    expect(await messages()).toEqual([])
    expect(await balance()).toMatchObject({ sms: 100 })
  })

  test('is sent to the countries of all numbers of the account', async () => {
    const { request, submitMessage, texts } = await open({}, { senders: [{}, { number: '+18765550199' }] })
    await request({ phone: JAMAICAN })
    await submitMessage()
    expect(texts).toMatchObject([{ to: JAMAICAN }])
  })

  test('is sent to the form countries and to no other, if these are set', async () => {
    const { request, submitMessage, texts } = await open({ formCountries: ['JM'] })
    await request({ phone: JAMAICAN })
    await expect(request()).rejects.toMatchObject({ code: 'number-not-served' })
    await submitMessage()
    expect(texts).toMatchObject([{ to: JAMAICAN }])
  })

  test('is sent to a premium-rate number if the account allows these', async () => {
    const { request } = await open({ allowPremium: true })
    expect(await request({ phone: PREMIUM })).toMatch(/^ent_/)
  })

  test('is refused because of the country if the account allows the kind of the number', async () => {
    const { request } = await open({ allowPremium: true })
    const message = 'Numbers of this country cannot join here'
    await expect(request({ phone: SHARED_COST })).rejects.toMatchObject({ code: 'number-not-served', message })
  })

  test('is not sent again after the country was removed', async () => {
    const { request, resend, clock, run, account } = await open({ formCountries: ['JM'] })
    const entry = await request({ phone: JAMAICAN })
    await run(({ accounts }) => accounts.save({ ...account, destinations: DEFAULT_DESTINATIONS }))
    clock.advance(30_000)
    await expect(resend(entry)).rejects.toMatchObject({ code: 'number-not-served' })
  })
})
