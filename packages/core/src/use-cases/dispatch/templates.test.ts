import { aTemplate, broadcastingFixture, memberNumber, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Template } from '../../model/templates/template.js'
import type { TemplateContent } from '../../model/templates/template-content.js'
import type { Sender } from '../../model/senders/sender.js'
import { PreviewBroadcast } from '../broadcasts/preview-broadcast.js'
import type { StartBroadcastInput } from '../broadcasts/start-broadcast.js'

const EN = 'https://a.example/en.png'
const FR = 'https://a.example/fr.png'
const OWN = 'https://a.example/own.png'
const FIELD = 'contact_custom_field_1'
const LANGUAGE = {
  field: FIELD,
  default: 'English',
  variants: {
    Spanish: { body: 'Hola {{contact_first_name}}', mediaUrl: null },
    French: { body: 'Bonjour', mediaUrl: FR },
  },
} as const
const NONE = { keys: null, bodies: null, mediaUrls: null } as const

async function open(sender: Partial<Sender> = {}) {
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 4, credits: 1_000, sender })
  const { account, from, phones, run, provider, start, work, messages } = fixture
  const field = {
    key: FIELD,
    label: 'Language',
    type: 'SINGLE_SELECT',
    options: ['English', 'Spanish', 'French'],
  } as const
  await fixture.customField(field)
  for (const [i, language] of ['Spanish', 'English', 'French'].entries()) {
    await fixture.contact({ phone: memberNumber(i), firstName: `N${i}`, customValues: { [FIELD]: language } })
  }
  const template = async (content: Partial<TemplateContent> = {}) => {
    const whole = { body: 'Hello {{contact_first_name}}', mediaUrl: null, language: null, ...content }
    const added = aTemplate({ account: account.id, content: whole })
    await run(({ templates }) => templates.add(added))
    return added
  }
  const input = { kind: 'broadcast', account, from, body: '', mediaUrl: null, idempotencyKey: null } as const
  return {
    ...fixture,
    template,
    newVersion: (before: Template, body: string) =>
      run(({ templates }) =>
        templates.save({ ...before, version: before.version + 1, content: { ...before.content, body } }),
      ),
    disableField: () =>
      run(({ customFields }) => customFields.put({ account: account.id, ...field, status: 'disabled' })),
    startWith: (id: string, one: Partial<StartBroadcastInput> = {}) => start({ body: '', template: id, ...one }),
    /** What was submitted to each number, which is also what is stored. */
    sent: async (broadcast: string) => {
      await work()
      const submitted = new Map(provider.submitted.splice(0).map(({ to, body, mediaUrl }) => [to, { body, mediaUrl }]))
      const { results } = await messages(broadcast)
      expect(new Map(results.map(({ to, body, mediaUrl }) => [to, { body, mediaUrl }]))).toEqual(submitted)
      return phones.map((phone) => submitted.get(phone))
    },
    preview: (one: Partial<StartBroadcastInput>) =>
      new PreviewBroadcast(fixture).execute({ ...input, recipients: { ...NONE, phones }, ...one }),
  }
}

describe('a broadcast from a template', () => {
  test('keeps the version that was the newest when it was accepted', async () => {
    const { template, newVersion, startWith, sent, messages, read } = await open()
    const before = await template()
    const { broadcast } = await startWith(before.id)
    expect(broadcast).toMatchObject({ body: 'Hello {{contact_first_name}}', template: { id: before.id, version: 1 } })
    await newVersion(before, 'Newer')
    const texts = ['Hello N0', 'Hello N1', 'Hello N2', 'Hello '].map((body) => ({ body, mediaUrl: null }))
    expect(await sent(broadcast.id)).toEqual(texts)
    const { results } = await messages(broadcast.id)
    expect(results.map((message) => message.template)).toEqual(Array(4).fill({ id: before.id, version: 1 }))
    expect(await read(broadcast.id)).toMatchObject({ template: { id: before.id, version: 1 } })
  })

  test('has the media of the template, or that of the request', async () => {
    const { template, startWith, sent } = await open()
    const { id } = await template({ mediaUrl: EN, body: 'Hi' })
    const first = (await startWith(id)).broadcast
    expect([first.mediaUrl, new Set((await sent(first.id)).map((one) => one!.mediaUrl))]).toEqual([EN, new Set([EN])])
    const second = (await startWith(id, { mediaUrl: OWN })).broadcast
    expect(new Set((await sent(second.id)).map((one) => one!.mediaUrl))).toEqual(new Set([OWN]))
  })

  test('sends each recipient the text and the media of the own language', async () => {
    const { template, startWith, sent } = await open()
    const { id } = await template({ language: LANGUAGE })
    const { broadcast } = await startWith(id)
    expect(await sent(broadcast.id)).toEqual([
      { body: 'Hola N0', mediaUrl: null },
      { body: 'Hello N1', mediaUrl: null },
      { body: 'Bonjour', mediaUrl: FR },
      { body: 'Hello ', mediaUrl: null },
    ])
  })

  test('sends the variants also if no text has a tag, and with the media of the request to all', async () => {
    const { template, startWith, sent } = await open()
    const variants = { Spanish: { body: 'Hola', mediaUrl: null }, French: { body: 'Bonjour', mediaUrl: FR } }
    const { id } = await template({ body: 'Hello', language: { ...LANGUAGE, variants } })
    const { broadcast } = await startWith(id, { mediaUrl: OWN })
    expect((await sent(broadcast.id)).map((one) => one!.body)).toEqual(['Hola', 'Hello', 'Bonjour', 'Hello'])
    const other = (await startWith(id, { mediaUrl: OWN })).broadcast
    expect(new Set((await sent(other.id)).map((one) => one!.mediaUrl))).toEqual(new Set([OWN]))
  })

  test('chooses the language when it is sent', async () => {
    const { template, startWith, sent, disableField } = await open()
    const { id } = await template({ language: LANGUAGE })
    const { broadcast } = await startWith(id)
    await disableField()
    expect((await sent(broadcast.id)).map((one) => one!.body)).toEqual(['Hello N0', 'Hello N1', 'Hello N2', 'Hello '])
  })

  test('blocks a recipient whose variant is not allowed with the values of the contact', async () => {
    const { template, account, run, startWith, work, provider, contact, read } = await open()
    const compliance = { blockedPhrases: ['hola loco'], blockPublicShorteners: true, helpText: null }
    await run(({ accounts }) => accounts.save({ ...account, compliance }))
    await contact({ phone: memberNumber(3), firstName: 'loco', customValues: { [FIELD]: 'Spanish' } })
    const { id } = await template({ language: LANGUAGE })
    const { broadcast } = await startWith(id, { account: { ...account, compliance } })
    await work()
    expect(provider.submitted.map(({ to, mediaUrl }) => [to, mediaUrl])).toEqual([
      [memberNumber(0), null],
      [memberNumber(1), null],
      [memberNumber(2), FR],
    ])
    expect(await read(broadcast.id)).toMatchObject({ counts: { sent: 3, failed: 1 } })
  })

  test('is retried with the same version in the same languages', async () => {
    const { template, newVersion, startWith, sent, work, retry, provider } = await open()
    const refused = { kind: 'refused', type: 'carrier_rejected', message: 'No' } as const
    provider.script.push(refused, refused, refused)
    const before = await template({ language: LANGUAGE })
    const { broadcast } = await startWith(before.id)
    await work()
    provider.submitted.splice(0)
    await newVersion(before, 'Newer')
    const again = (await retry(broadcast.id)).broadcast
    expect(again).toMatchObject({ totalRecipients: 3, template: { id: before.id, version: 1 } })
    expect((await sent(again.id)).map((one) => one?.body)).toEqual(['Hola N0', 'Hello N1', 'Bonjour', undefined])
  })

  test('submits the same text and media again after the provider was unavailable', async () => {
    const { template, startWith, work, provider, clock } = await open()
    provider.script.push({ kind: 'try-later', afterMs: null })
    const { id } = await template({ language: LANGUAGE })
    await startWith(id, { recipients: { ...NONE, phones: [memberNumber(2)] } })
    await work()
    clock.set(new Date(NOW.getTime() + 600_000))
    await work()
    expect(provider.submitted).toMatchObject([
      { body: 'Bonjour', mediaUrl: FR },
      { body: 'Bonjour', mediaUrl: FR },
    ])
  })

  test('needs a sender that can send the media of every language', async () => {
    const { template, startWith } = await open({ mms: false })
    const { id } = await template({ language: LANGUAGE })
    await expect(startWith(id)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/^from cannot send MMS/),
    })
  })

  test('needs texts that are allowed in every language', async () => {
    const { template, account, startWith } = await open()
    const { id } = await template({ language: LANGUAGE })
    const compliance = { blockedPhrases: ['bonjour'], blockPublicShorteners: true, helpText: null }
    await expect(startWith(id, { account: { ...account, compliance } })).rejects.toMatchObject({
      code: 'compliance-violation',
      message: expect.stringMatching(/^language\.variants\.French\.body: /),
    })
  })

  test('of another account is not found', async () => {
    const { startWith, run, neighbour } = await open()
    const theirs = aTemplate({ account: (await neighbour()).id })
    await run(({ templates }) => templates.add(theirs))
    await expect(startWith(theirs.id, { from: '99999' })).rejects.toMatchObject({ code: 'template-not-found' })
  })
})

describe('a batch from templates', () => {
  test('sends each recipient the text of its own template, in its language, and names the version', async () => {
    const { template, newVersion, start, sent, messages, phones } = await open()
    const [hello, sale] = [await template({ language: LANGUAGE }), await template({ body: 'Sale', mediaUrl: EN })]
    const recipients = {
      ...{ phones, keys: null, bodies: ['', '', '', 'Own'], mediaUrls: [null, OWN, null, null] },
      templateIds: [hello.id, sale.id, hello.id, null],
    }
    const { broadcast } = await start({ kind: 'batch', body: null, recipients })
    expect(broadcast.template).toBeNull()
    await newVersion(hello, 'Newer')
    expect(await sent(broadcast.id)).toEqual([
      { body: 'Hola N0', mediaUrl: null },
      { body: 'Sale', mediaUrl: OWN },
      { body: 'Bonjour', mediaUrl: FR },
      { body: 'Own', mediaUrl: null },
    ])
    const { results } = await messages(broadcast.id)
    expect(results.map((message) => message.template?.id)).toEqual([hello.id, sale.id, hello.id, undefined])
  })

  test('names the recipient whose template is not found', async () => {
    const { template, start, phones } = await open()
    const { id } = await template()
    const recipients = { ...NONE, phones, bodies: ['', '', '', ''], templateIds: [id, null, 'tpl_1', null] }
    await expect(start({ kind: 'batch', body: null, recipients })).rejects.toMatchObject({
      code: 'template-not-found',
      message: 'recipients[2].template.id: No template of this account has the id "tpl_1"',
    })
  })

  test('is retried with the texts that were accepted', async () => {
    const { template, newVersion, start, work, retry, sent, messages, provider, phones } = await open()
    provider.script.push({ kind: 'refused', type: 'carrier_rejected', message: 'No' })
    const before = await template()
    const recipients = { ...NONE, phones, bodies: ['', 'B', 'C', 'D'], templateIds: [before.id, null, null, null] }
    const { broadcast } = await start({ kind: 'batch', body: null, recipients })
    await work()
    provider.submitted.splice(0)
    await newVersion(before, 'Newer')
    const again = (await retry(broadcast.id)).broadcast
    expect((await sent(again.id))[0]).toEqual({ body: 'Hello N0', mediaUrl: null })
    expect((await messages(again.id)).results).toMatchObject([{ template: { id: before.id, version: 1 } }])
  })
})

describe('the preview of many', () => {
  test('counts the languages of the accepted recipients', async () => {
    const { template, preview, optOutNumber } = await open()
    const { id } = await template({ language: LANGUAGE })
    await optOutNumber(memberNumber(1))
    const { recipients, samples, templates } = await preview({ template: id })
    expect(recipients).toMatchObject({ submitted: 4, accepted: 3, dropped: { optedOut: 1 } })
    expect(samples.map(({ body }) => body)).toEqual(['Hola N0', 'Bonjour', 'Hello '])
    expect(templates).toEqual([
      {
        id,
        version: 1,
        languages: [
          { language: 'English', recipients: 1 },
          { language: 'Spanish', recipients: 1 },
          { language: 'French', recipients: 1 },
        ],
      },
    ])
  })

  test('says that all get the default because the field cannot be used', async () => {
    const { template, preview, disableField } = await open()
    const { id } = await template({ language: LANGUAGE })
    await disableField()
    const [shown] = (await preview({ template: id })).templates!
    expect(shown).toMatchObject({ ignored: 'custom_field_unavailable' })
    expect(shown!.languages!.map(({ recipients }) => recipients)).toEqual([4, 0, 0])
  })

  test('names each template of a batch once, and none of a request without templates', async () => {
    const { template, preview, phones } = await open()
    const [one, other] = [await template(), await template()]
    const recipients = { ...NONE, phones, bodies: ['', '', '', 'D'], templateIds: [one.id, other.id, one.id, null] }
    const { templates } = await preview({ kind: 'batch', body: null, recipients })
    expect(templates).toEqual([one, other].map(({ id }) => ({ id, version: 1 })))
    expect(await preview({ body: 'Hi' })).not.toHaveProperty('templates')
  })
})
