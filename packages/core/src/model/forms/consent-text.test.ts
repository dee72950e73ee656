import { aGroup, anAccount } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import { consentTextOf } from './form-text.js'

describe('the consent text of a form', () => {
  test('is the text that the account configured', () => {
    const account = anAccount()
    const ours = { ...account, optInForm: { ...account.optInForm, consentText: 'I agree to it all.' } }
    expect(consentTextOf(ours, aGroup({ account: account.id }))).toBe('I agree to it all.')
  })

  test('by default names the account and the group, and says how to opt out', () => {
    const account = anAccount({ name: 'Acme' })
    const text = consentTextOf(account, aGroup({ account: account.id, name: 'VIP' }))
    for (const part of ['Acme (VIP)', 'STOP', 'HELP', 'rates may apply']) expect(text).toContain(part)
  })
})
