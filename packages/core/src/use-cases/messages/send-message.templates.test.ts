import { ANN, aTemplate, sendingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Account } from '../../model/accounts/account.js'
import type { CustomField } from '../../model/contacts/custom-field.js'
import type { TemplateContent } from '../../model/templates/template-content.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { PreviewMessage } from './preview-message.js'
import type { SendMessageInput } from './send-message.js'

const MEDIA = 'https://a.example/en.png'
const OWN = 'https://a.example/own.png'
const LANGUAGE = {
  field: 'contact_custom_field_1',
  default: 'English',
  variants: { Spanish: { body: 'Hola {{contact_first_name}}', mediaUrl: null } },
} as const

async function open(given: Partial<Account> = {}) {
  const fixture = await sendingFixture(inMemory(), { account: given })
  const { account, run, send } = fixture
  const field = {
    key: LANGUAGE.field,
    label: 'Language',
    type: 'SINGLE_SELECT',
    options: ['English', 'Spanish'],
  } as const
  await fixture.customField(field)
  return {
    ...fixture,
    template: async (content: Partial<TemplateContent> = {}) => {
      const whole = { body: 'Hello {{contact_first_name}}', mediaUrl: null, language: null, ...content }
      const template = aTemplate({ account: account.id, content: whole })
      await run(({ templates }) => templates.add(template))
      return template
    },
    field: (change: Partial<CustomField>) =>
      run(({ customFields }) => customFields.put({ account: account.id, status: 'active', ...field, ...change })),
    /** Sets what Ann is asked for. */
    ann: (fields: { readonly firstName?: string; readonly language?: string }) =>
      run(async ({ contacts }) => {
        const contact = (await contacts.find(account.id, ANN))!
        const { firstName = 'Ann', language } = fields
        const customValues = language === undefined ? {} : { [LANGUAGE.field]: language }
        await contacts.save([{ ...contact, firstName, customValues }])
      }),
    sendTemplate: async (template: string, one: Partial<SendMessageInput> = {}) =>
      (await send({ body: '', template, ...one })).message,
    preview: (one: Partial<SendMessageInput>) =>
      new PreviewMessage(fixture).execute({
        ...{ account, to: ANN, from: '+12025550100', body: '', mediaUrl: null, idempotencyKey: null },
        ...one,
      }),
  }
}

describe('a message from a template', () => {
  test('has its text with the tags filled in, and names the version', async () => {
    const { template, ann, sendTemplate, provider, stored } = await open()
    await ann({ firstName: 'Ann' })
    const { id } = await template()
    const message = await sendTemplate(id)
    expect(message).toMatchObject({ body: 'Hello Ann', mediaUrl: null, template: { id, version: 1 }, status: 'sent' })
    expect(provider.submitted).toMatchObject([{ to: ANN, body: 'Hello Ann', mediaUrl: null }])
    expect(await stored(message.id)).toMatchObject({ template: { id, version: 1 } })
  })

  test('has the newest version', async () => {
    const { template, run, sendTemplate } = await open()
    const first = await template()
    const content = { body: 'Newer', mediaUrl: null, language: null }
    await run(({ templates }) => templates.save({ ...first, version: 2, content }))
    expect(await sendTemplate(first.id)).toMatchObject({ body: 'Newer', template: { id: first.id, version: 2 } })
  })

  test('is an MMS with the media of the template, or with that of the request', async () => {
    const { template, sendTemplate, credits } = await open()
    const { id } = await template({ mediaUrl: MEDIA })
    expect(await sendTemplate(id)).toMatchObject({ mediaUrl: MEDIA })
    expect(await sendTemplate(id, { mediaUrl: OWN })).toMatchObject({ mediaUrl: OWN })
    expect(await credits()).toMatchObject({ sms: 6, mms: 0 })
  })

  test('names the version in its event too', async () => {
    const { template, sendTemplate, listenTo, events } = await open()
    await listenTo('message.sent')
    const { id } = await template()
    await sendTemplate(id)
    expect(await events()).toMatchObject([{ data: { message: { template: { id, version: 1 } } } }])
  })

  test('that has no template names none', async () => {
    const { send } = await open()
    expect((await send()).message.template).toBeNull()
  })
})

describe('the language of a message', () => {
  test('is that of the recipient’s field, and otherwise the default', async () => {
    const { template, ann, sendTemplate } = await open()
    const { id } = await template({ language: LANGUAGE, mediaUrl: MEDIA })
    await ann({ language: 'Spanish' })
    expect(await sendTemplate(id)).toMatchObject({ body: 'Hola Ann', mediaUrl: MEDIA })
    await ann({ language: 'English' })
    expect(await sendTemplate(id)).toMatchObject({ body: 'Hello Ann', mediaUrl: MEDIA })
  })

  test('is the default once the field cannot be used', async () => {
    const { template, ann, field, sendTemplate } = await open()
    const { id } = await template({ language: LANGUAGE })
    await ann({ language: 'Spanish' })
    await field({ status: 'disabled' })
    expect(await sendTemplate(id)).toMatchObject({ body: 'Hello Ann' })
  })

  test('can make only one recipient’s message an MMS', async () => {
    const { template, ann, sendTemplate } = await open()
    const variants = { Spanish: { body: 'Hola', mediaUrl: OWN } }
    const { id } = await template({ language: { ...LANGUAGE, variants } })
    await ann({ language: 'Spanish' })
    await expect(sendTemplate(id, { from: '12345' })).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await sendTemplate(id)).toMatchObject({ body: 'Hola', mediaUrl: OWN })
    await ann({})
    expect(await sendTemplate(id, { from: '12345' })).toMatchObject({
      body: 'Hello Ann',
      mediaUrl: null,
      status: 'sent',
    })
  })
})

describe('a template that is not the account’s', () => {
  test('is not found, after the number and before the sender are checked', async () => {
    const { template, neighbour, run, send, credits } = await open()
    const { id, ...theirs } = await template()
    const other = aTemplate({ ...theirs, account: (await neighbour()).id })
    await run(({ templates }) => templates.add(other))
    for (const wrong of [other.id, 'tpl_1', '']) {
      await expect(send({ body: '', template: wrong, from: '99999' })).rejects.toMatchObject({
        code: 'template-not-found',
      })
    }
    await expect(send({ body: '', template: other.id, to: '123' })).rejects.toMatchObject({
      code: 'invalid-phone-number',
    })
    expect(id).not.toBe(other.id)
    expect(await credits()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
  })

  test('does not matter to the repetition of a request', async () => {
    const { template, run, sendTemplate, send } = await open()
    const { account, id } = await template()
    const message = await sendTemplate(id, { idempotencyKey: 'once' })
    await run(({ templates }) => templates.remove(account, id))
    expect(await send({ body: '', template: id, idempotencyKey: 'once' })).toEqual({ message, replayed: true })
  })
})

test('a text that is not allowed any more is refused when it is sent', async () => {
  const { template, account, run, sendTemplate } = await open()
  const { id } = await template({ body: 'Free money' })
  const compliance = { blockedPhrases: ['free money'], blockPublicShorteners: true, helpText: null }
  await run(({ accounts }) => accounts.save({ ...account, compliance }))
  const strict = { ...account, compliance }
  await expect(sendTemplate(id, { account: strict })).rejects.toMatchObject({ code: 'compliance-violation' })
})

describe('the preview of a message', () => {
  test('names the version, and counts the language', async () => {
    const { template, ann, preview } = await open()
    const plain = await template()
    await ann({ language: 'Spanish' })
    expect(await preview({ template: plain.id })).toMatchObject({
      samples: [{ to: ANN, body: 'Hello Ann' }],
      templates: [{ id: plain.id, version: 1 }],
    })
    const { id } = await template({ language: LANGUAGE, mediaUrl: MEDIA })
    expect(await preview({ template: id })).toMatchObject({
      credits: { required: { sms: 2, mms: 1 } },
      samples: [{ to: ANN, body: 'Hola Ann' }],
      templates: [languages({ id, English: 0, Spanish: 1 })],
    })
    const unknown = '+12025550999' as PhoneNumber
    expect(await preview({ template: id, to: unknown })).toMatchObject({
      recipients: { accepted: 0, dropped: { notOptedIn: 1 } },
      templates: [languages({ id, English: 0, Spanish: 0 })],
    })
  })

  test('says that the default is sent because the field cannot be used', async () => {
    const { template, field, preview } = await open()
    const { id } = await template({ language: LANGUAGE })
    await field({ type: 'TEXT', options: [] })
    const [shown] = (await preview({ template: id })).templates!
    expect(shown).toEqual({ ...languages({ id, English: 1, Spanish: 0 }), ignored: 'custom_field_unavailable' })
  })

  test('refuses a template that is not the account’s, and shows none without a template', async () => {
    const { preview } = await open()
    await expect(preview({ template: 'tpl_1' })).rejects.toMatchObject({ code: 'template-not-found' })
    expect(await preview({ body: 'Hi' })).not.toHaveProperty('templates')
  })
})

function languages({ id, ...counts }: { readonly id: string } & Readonly<Record<string, string | number>>) {
  const listed = Object.entries(counts).map(([language, recipients]) => ({ language, recipients }))
  return { id, version: 1, languages: listed }
}
