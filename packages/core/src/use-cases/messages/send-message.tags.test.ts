import { ANN, aClick, aLedgerEntry, aTrackingLink, sendingFixture, type SendingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Contact } from '../../model/contacts/contact.js'
import type { MessageId } from '../../values/ids.js'
import { parseTimeZone } from '../../values/time/time-zone.js'

const LINK = 'go.example.com/sale'
const URL_OF_LINK = /^https:\/\/go\.example\.com\/sale\/[A-Za-z0-9]{10}$/

async function open({ ann, ...given }: SendingGiven & { ann?: Partial<Contact> } = {}) {
  const fixture = await sendingFixture(inMemory(), given)
  const { run, account } = fixture
  const grant = aLedgerEntry({ account: account.id, amount: 100 })
  await run(({ credits }) => credits.post(account.id, [grant]))
  await run(async ({ contacts }) => {
    const contact = (await contacts.find(account.id, ANN))!
    await contacts.save([{ ...contact, firstName: 'Ann', lastName: 'Lee', ...ann }])
  })
  const link = (given: Partial<ReturnType<typeof aTrackingLink>> = {}) =>
    run(({ trackingLinks }) => trackingLinks.put(aTrackingLink({ account: account.id, link: LINK, ...given })))
  const clicksOf = (message: { readonly id: string }) =>
    run(({ clicks }) => clicks.of(account.id, message.id as MessageId))
  const text = async (body: string) => (await fixture.send({ body })).message.body
  return { ...fixture, link, clicksOf, text }
}

describe('the body of a message is rendered when it is sent:', () => {
  test('the rendered text is sent, returned and stored', async () => {
    const { send, provider, stored } = await open()
    const { message } = await send({ body: 'Hi {{contact_first_name}} {{ contact_last_name }}!' })
    expect(message.body).toBe('Hi Ann Lee!')
    expect(provider.submitted).toMatchObject([{ body: 'Hi Ann Lee!' }])
    expect(await stored(message.id)).toMatchObject({ body: 'Hi Ann Lee!' })
  })

  test('a missing value is empty, and a text that becomes empty is still sent', async () => {
    const { send, provider } = await open()
    expect(await send({ body: '{{contact_email}}' })).toMatchObject({ message: { body: '', status: 'sent' } })
    expect(provider.submitted).toMatchObject([{ body: '' }])
  })

  test('unknown tags are left unchanged, and mediaUrl is never rendered', async () => {
    const { send, provider } = await open()
    const mediaUrl = 'https://example.com/{{contact_first_name}}.png'
    await send({ body: '{{contact_nickname}} {{contact_first_name', mediaUrl })
    expect(provider.submitted).toMatchObject([{ body: '{{contact_nickname}} {{contact_first_name', mediaUrl }])
  })

  test('merge tags in a contact’s value are not rendered', async () => {
    const { text } = await open({ ann: { firstName: '{{contact_last_name}}', lastName: `{{trackingLink "${LINK}"}}` } })
    expect(await text('{{contact_first_name}} {{contact_last_name}}')).toBe(
      `{{contact_last_name}} {{trackingLink "${LINK}"}}`,
    )
  })

  test('characters that cannot be sent are removed from a value', async () => {
    const { text } = await open({ ann: { firstName: '\u0007Ann\u001b', lastName: 'Zo\ufffeë\ud83d' } })
    expect(await text('{{contact_first_name}} {{contact_last_name}}')).toBe('Ann Zoë')
  })

  test('a custom field is found by the number in its key, and rendered only while it is active', async () => {
    const { text, customField } = await open({
      ann: { customValues: { contact_custom_field_2: 'Gold', contact_custom_field_3: 7 } },
    })
    await customField({ key: 'contact_custom_field_2', label: 'Plan', type: 'TEXT' })
    await customField({ key: 'contact_custom_field_3', label: 'Visits', type: 'NUMBER', status: 'disabled' })
    expect(await text('{{contact_custom_field_2}}|{{contact_custom_field_3}}|{{contact_custom_field_1}}')).toBe(
      'Gold||',
    )
  })

  test('the current date is the date in the account’s timezone', async () => {
    const { text, clock } = await open({ account: { timezone: parseTimeZone('Pacific/Auckland') } })
    clock.set(new Date('2026-03-01T12:30:00.000Z'))
    expect(await text('{{current_date}} {{dateOffset "1d"}}')).toBe('03/02/2026 03/03/2026')
  })

  test('a rendered text may be longer than the 640 characters that a body may have', async () => {
    const { text } = await open({ ann: { firstName: 'A'.repeat(40) } })
    expect(await text('{{contact_first_name}}'.repeat(29))).toBe('A'.repeat(40 * 29))
  })

  test('a repeat with the same key returns the text that was sent, even if the contact has changed since', async () => {
    const { send, run, account, provider } = await open()
    const first = await send({ body: 'Hi {{contact_first_name}}', idempotencyKey: 'hello' })
    await run(async ({ contacts }) => {
      const contact = (await contacts.find(account.id, ANN))!
      await contacts.save([{ ...contact, firstName: 'Anna' }])
    })
    const repeat = await send({ body: 'Hi {{contact_first_name}}', idempotencyKey: 'hello' })
    expect(repeat).toEqual({ message: first.message, replayed: true })
    expect(provider.submitted).toHaveLength(1)
  })

  const BLOCKING = { compliance: { blockedPhrases: ['lottery'], blockPublicShorteners: true, helpText: null } }

  test.each([
    'lottery',
    'lot{{contact_email}}tery',
    'bit{{ contact_custom_field_7 }}.ly/x',
    'bit{{trackingLink ""}}.ly/x',
    '{{trackingLink "bit"}}.ly/x',
    '{{trackingLink "bit.ly/x"}}',
  ])('a merge tag cannot hide a blocked phrase: %s', async (body) => {
    const { send, provider } = await open({ account: BLOCKING })
    await expect(send({ body })).rejects.toMatchObject({ code: 'compliance-violation' })
    expect(provider.submitted).toEqual([])
  })
})

describe('values of a contact that make the text violate the content policy', () => {
  const BLOCKING = { compliance: { blockedPhrases: ['lottery'], blockPublicShorteners: true, helpText: null } }
  const SPLIT = { firstName: 'bit', lastName: 'ly/abc' }
  const NAMES = '{{contact_first_name}}.{{contact_last_name}}'

  test('refuse the message, which costs nothing', async () => {
    const { send, provider, credits } = await open({ account: BLOCKING, ann: SPLIT })
    const before = await credits()
    await expect(send({ body: `Hi ${NAMES}` })).rejects.toMatchObject({
      code: 'compliance-violation',
      message: expect.stringContaining('The text that would be sent contains a link of the public shortener'),
      details: { reason: 'public_shortener', host: 'bit.ly', offset: 3 },
    })
    expect(provider.submitted).toEqual([])
    expect(await credits()).toEqual(before)
  })

  test.each([
    ['{{contact_first_name}}', { firstName: 'Lottery' }],
    ['lot{{contact_first_name}}ry', { firstName: 'te' }],
    ['{{contact_first_name}}', { firstName: 'lоttеrу' }],
    ['{{contact_custom_field_1}}', { customValues: { contact_custom_field_1: 'x.bit.ly/x' } }],
  ])('are found in %j with %j', async (body, ann) => {
    const { send, customField } = await open({ account: BLOCKING, ann })
    await customField({ key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT' })
    await expect(send({ body })).rejects.toMatchObject({ code: 'compliance-violation' })
  })

  test('refuse the message before consent is checked, and after the sender is checked', async () => {
    const { send, optOut } = await open({ account: BLOCKING, ann: SPLIT })
    await optOut(ANN)
    await expect(send({ body: NAMES })).rejects.toMatchObject({ code: 'compliance-violation' })
    await expect(send({ body: NAMES, from: '54321' })).rejects.toMatchObject({ code: 'sender-not-assigned' })
  })

  test('do not refuse a repeat of a message that was sent, and leave the key of a refused one free', async () => {
    const { send, account, run } = await open({ account: BLOCKING })
    const rename = (name: Partial<Contact>) =>
      run(async ({ contacts }) => {
        await contacts.save([{ ...(await contacts.find(account.id, ANN))!, ...name }])
      })
    const first = await send({ body: NAMES, idempotencyKey: 'hello' })
    await rename(SPLIT)
    expect(await send({ body: NAMES, idempotencyKey: 'hello' })).toEqual({ message: first.message, replayed: true })
    await expect(send({ body: NAMES, idempotencyKey: 'free' })).rejects.toMatchObject({ code: 'compliance-violation' })
    await rename({ firstName: 'Ann' })
    expect(await send({ body: NAMES, idempotencyKey: 'free' })).toMatchObject({ replayed: false })
  })

  test('are allowed if the account has no content policy', async () => {
    const compliance = { blockedPhrases: [], blockPublicShorteners: false, helpText: null }
    const { text } = await open({ account: { compliance }, ann: SPLIT })
    expect(await text(NAMES)).toBe('bit.ly/abc')
  })
})

describe('a tracking link', () => {
  test('that is registered becomes a URL unique to the message, and identifies it when clicked', async () => {
    const { send, link, clicksOf } = await open()
    await link()
    const { message } = await send({ body: `{{trackingLink "${LINK}"}}` })
    expect(message.body).toMatch(URL_OF_LINK)
    expect(await clicksOf(message)).toMatchObject([{ link: LINK, code: message.body.split('/').at(-1), people: 0 }])
    const other = await send({ body: `{{trackingLink '${LINK}'}}` })
    expect(other.message.body).toMatch(URL_OF_LINK)
    expect(other.message.body).not.toBe(message.body)
  })

  test('that occurs twice in a body gets the same URL twice, and a different link gets a different URL', async () => {
    const { send, link, clicksOf } = await open()
    await link()
    await link({ link: 'go.example.com/vip' })
    const tags = [LINK, LINK, 'go.example.com/vip'].map((one) => `{{trackingLink "${one}"}}`)
    const { message } = await send({ body: tags.join(' ') })
    const [one, again, vip] = message.body.split(' ')
    expect(again).toBe(one)
    expect(vip).toMatch(/^https:\/\/go\.example\.com\/vip\/[A-Za-z0-9]{10}$/)
    expect((await clicksOf(message)).map(({ link }) => link)).toEqual([LINK, 'go.example.com/vip'])
  })

  test.each([LINK, `https://${LINK}`, `/${LINK}`, `${LINK}/`, `${LINK}?a=b`, `${LINK}#top`, ` ${LINK}`, 'no link', ''])(
    'that is not registered, as %j, is rendered as the plain argument, and no message link is stored',
    async (argument) => {
      const { send, link, clicksOf } = await open()
      if (argument !== LINK) await link()
      const { message } = await send({ body: `{{trackingLink "${argument}"}}` })
      expect(message).toMatchObject({ body: argument, status: 'sent' })
      expect(await clicksOf(message)).toEqual([])
    },
  )

  test('of another account is not rendered', async () => {
    const { text, link, neighbour } = await open()
    await link({ account: (await neighbour()).id })
    expect(await text(`{{trackingLink "${LINK}"}}`)).toBe(LINK)
  })

  test('is rendered before other tags, which are then also rendered in an argument that is not a link', async () => {
    const { text, link } = await open()
    await link()
    const [name, url] = (await text(`{{contact_first_name}} {{trackingLink "${LINK}"}}`)).split(' ')
    expect(name).toBe('Ann')
    expect(url).toMatch(URL_OF_LINK)
    expect(await text('{{trackingLink "dear {{contact_first_name}}"}}')).toBe('dear Ann')
  })

  test('becomes a message link only if the message is accepted', async () => {
    const { send, link, run, account } = await open()
    await link()
    await expect(send({ to: '+12025550199', body: `{{trackingLink "${LINK}"}}` })).rejects.toMatchObject({
      code: 'recipient-not-opted-in',
    })
    const { message } = await send({ body: `{{trackingLink "${LINK}"}}`, idempotencyKey: 'once' })
    await send({ body: `{{trackingLink "${LINK}"}}`, idempotencyKey: 'once' })
    const code = message.body.split('/').at(-1)!
    const click = aClick({ account: account.id, link: LINK, code })
    expect(await run(({ clicks }) => clicks.record(click))).toMatchObject({ message: message.id, people: 1 })
  })
})
