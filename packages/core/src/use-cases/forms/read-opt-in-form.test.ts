import { aGroup, after, formFixture, ids, type FormGiven } from '@carillon/contracts'
import { FORM_LIMITS } from '../../model/limits/form-limits.js'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const open = (given?: FormGiven) => formFixture(inMemory({ now: after(100) }), given)

const FORM = { isOpen: true, consentText: null, privacyUrl: null, termsUrl: null, limits: FORM_LIMITS }

describe('an opt-in form', () => {
  test('names its account and its group, and contains the consent text', async () => {
    const optInForm = { ...FORM, privacyUrl: 'https://acme.com/privacy', termsUrl: 'https://acme.com/terms' }
    const { readForm, account, vip } = await open({ account: { optInForm } })
    expect(await readForm()).toEqual({
      account: { id: account.id, name: 'Acme' },
      group: { id: vip.id, name: 'VIP' },
      text: expect.stringContaining('Acme (VIP)'),
      version: 1,
      privacyUrl: 'https://acme.com/privacy',
      termsUrl: 'https://acme.com/terms',
      country: 'US',
      codesPerHour: 5,
    })
  })

  test('gives each consent text a version, and keeps it as evidence', async () => {
    const { readForm, account, run } = await open()
    const first = await readForm()
    const say = (consentText: string | null) =>
      run(({ accounts }) => accounts.save({ ...account, optInForm: { ...FORM, consentText } }))
    await say('I agree.')
    expect(await readForm()).toMatchObject({ text: 'I agree.', version: 2 })
    expect(await readForm()).toMatchObject({ version: 2 })
    await say(null)
    expect(await readForm()).toEqual(first)
    const texts = await run(({ formTexts }) => formTexts.find(account.id, [1, 2]))
    expect([...texts.values()]).toMatchObject([{ text: first.text }, { text: 'I agree.', since: after(100) }])
  })

  test('uses the country of the number that texts the codes', async () => {
    const british = await open({ senders: [{ number: '+447400123456' }] })
    expect(await british.readForm()).toMatchObject({ country: 'GB' })
    const short = await open({ senders: [{ number: '12345' }] })
    expect(await short.readForm()).toMatchObject({ country: 'US' })
    const silent = await open({ senders: [] })
    expect(await silent.readForm()).toMatchObject({ country: 'US' })
  })

  test('is not found for an unknown group or a removed group', async () => {
    const { readForm, run, account, vip } = await open()
    const notFound = { code: 'form-not-found' }
    await expect(readForm(ids.next('grp'))).rejects.toMatchObject(notFound)
    await expect(readForm(aGroup({ account: account.id }).id)).rejects.toMatchObject(notFound)
    await run(({ groups }) => groups.remove(account.id, vip.id))
    await expect(readForm()).rejects.toMatchObject(notFound)
  })

  test('is not found while the forms of the account are closed', async () => {
    const { readForm } = await open({ account: { optInForm: { ...FORM, isOpen: false } } })
    await expect(readForm()).rejects.toMatchObject({ code: 'form-not-found' })
  })
})
