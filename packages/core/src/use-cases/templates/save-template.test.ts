import { accountFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Account } from '../../model/accounts/account.js'
import { TEMPLATE_RANGES } from '../../model/templates/template.js'
import type { TemplateContent } from '../../model/templates/template-content.js'
import { ListTemplates, ListTemplateVersions, ReadTemplate } from './read-templates.js'
import { ChangeTemplate, CreateTemplate, type TemplatePatch } from './save-template.js'

const CONTENT: TemplateContent = { body: 'Hello', mediaUrl: null, language: null }
const MEDIA = 'https://a.example/bell.png'

async function open(given: Partial<Account> = {}) {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters, given)
  const { account } = fixture
  const { unitOfWork } = adapters
  await fixture.customField({
    key: 'contact_custom_field_2',
    label: 'Language',
    type: 'SINGLE_SELECT',
    options: ['English', 'Spanish', 'French'],
  })
  const create = (content: Partial<TemplateContent> = {}, name = 'Welcome', of = account) =>
    new CreateTemplate(adapters).execute({ account: of, name, content: { ...CONTENT, ...content } })
  return {
    ...fixture,
    ...adapters,
    create,
    change: (id: string, patch: TemplatePatch, of = account) =>
      new ChangeTemplate(adapters).execute({ account: of, id, patch }),
    read: (id: string, of = account) => new ReadTemplate({ unitOfWork }).execute({ account: of, id }),
    list: (name: string | null = null) =>
      new ListTemplates({ unitOfWork }).execute({ account, query: { page: 1, limit: 10, name } }),
    versions: (id: string, of = account) =>
      new ListTemplateVersions({ unitOfWork }).execute({ account: of, id, page: { page: 1, limit: 10 } }),
  }
}

function languageOf(language: Partial<NonNullable<TemplateContent['language']>> = {}): TemplateContent['language'] {
  const variants = { Spanish: { body: 'Hola', mediaUrl: null } }
  return { field: 'contact_custom_field_2', default: 'English', variants, ...language }
}

describe('a new template', () => {
  test('has version 1, and is read, listed and found by its name', async () => {
    const { create, read, list, versions } = await open()
    const at = NOW.toISOString()
    const template = await create({ language: languageOf() })
    expect(template).toEqual({
      id: expect.stringMatching(/^tpl_[0-9a-z]{26}$/),
      name: 'Welcome',
      version: 1,
      body: 'Hello',
      mediaUrl: null,
      language: languageOf(),
      createdAt: at,
      updatedAt: at,
    })
    expect(await read(template.id)).toEqual(template)
    expect((await list('welc')).results).toEqual([template])
    expect((await list('no')).results).toEqual([])
    const { id, body, mediaUrl, language } = template
    expect((await versions(id)).results).toEqual([{ id, version: 1, body, mediaUrl, language, createdAt: at }])
  })

  test('needs a name that no other template of the account has', async () => {
    const { create, neighbour } = await open()
    await create()
    await expect(create()).rejects.toMatchObject({
      code: 'name-taken',
      message: 'The account already has the template "Welcome"',
    })
    expect(await create({}, 'Welcome', await neighbour())).toMatchObject({ name: 'Welcome' })
  })

  test('needs words or media in every text', async () => {
    const { create } = await open()
    expect(await create({ body: '', mediaUrl: MEDIA }, 'Picture')).toMatchObject({ body: '', mediaUrl: MEDIA })
    const variants = { Spanish: { body: '', mediaUrl: null }, French: { body: '', mediaUrl: MEDIA } }
    await expect(create({ body: '', language: languageOf({ variants }) })).rejects.toMatchObject({
      code: 'invalid-input',
      details: {
        fields: [
          { field: 'body', message: 'is required without mediaUrl' },
          { field: 'language.variants.Spanish.body', message: 'is required without mediaUrl' },
        ],
      },
    })
    expect(await create({ body: '', mediaUrl: MEDIA, language: languageOf({ variants }) })).toMatchObject({
      version: 1,
    })
  })

  test('may have only texts that the account may send, in every language', async () => {
    const compliance = { blockedPhrases: ['free money'], blockPublicShorteners: true, helpText: null }
    const { create } = await open({ compliance })
    await expect(create({ body: 'Free money' })).rejects.toMatchObject({ code: 'compliance-violation' })
    const variants = { Spanish: { body: 'Hola bit.ly/x', mediaUrl: null } }
    await expect(create({ language: languageOf({ variants }) })).rejects.toMatchObject({
      code: 'compliance-violation',
      message: expect.stringMatching(/^language\.variants\.Spanish\.body: The body contains a link of the public/),
      details: { field: 'language.variants.Spanish.body', reason: 'public_shortener' },
    })
    await expect(create({ body: 'a\u0007' })).rejects.toMatchObject({ code: 'unsupported-characters' })
  })

  test('is one of at most 1,000', async () => {
    const { create } = await open()
    const { max } = TEMPLATE_RANGES.templates
    for (let i = 0; i < max; i++) await create({}, `Template ${i}`)
    await expect(create({}, 'One more')).rejects.toMatchObject({ code: 'too-many-templates', details: { limit: max } })
  })
})

describe('a change of a template', () => {
  test('of any part of its content makes a version, and the earlier ones stay as they are', async () => {
    const { create, change, versions, clock } = await open()
    const { id } = await create()
    clock.set(new Date('2026-03-02T00:00:00Z'))
    const patches: TemplatePatch[] = [
      { body: 'Hi' },
      { mediaUrl: MEDIA },
      { language: languageOf() },
      { language: null },
    ]
    for (const [i, patch] of patches.entries()) expect((await change(id, patch)).version).toBe(i + 2)
    const { totalCount, results } = await versions(id)
    expect([totalCount, results.map(({ version }) => version)]).toEqual([5, [5, 4, 3, 2, 1]])
    expect(results.at(-1)).toMatchObject({ body: 'Hello', createdAt: NOW.toISOString() })
    expect(results[0]).toMatchObject({
      body: 'Hi',
      mediaUrl: MEDIA,
      language: null,
      createdAt: '2026-03-02T00:00:00.000Z',
    })
  })

  test('to what it has already makes no version, and changes nothing', async () => {
    const { create, change, clock } = await open()
    const template = await create({ language: languageOf() })
    clock.set(new Date('2026-03-02T00:00:00Z'))
    const same = { name: 'Welcome', body: 'Hello', mediaUrl: null, language: languageOf() }
    expect(await change(template.id, same)).toEqual(template)
    expect(await change(template.id, {})).toEqual(template)
  })

  test('of its name makes no version', async () => {
    const { create, change, versions, clock } = await open()
    const { id } = await create()
    clock.set(new Date('2026-03-02T00:00:00Z'))
    const updatedAt = '2026-03-02T00:00:00.000Z'
    expect(await change(id, { name: 'Hello' })).toMatchObject({ name: 'Hello', version: 1, updatedAt })
    expect((await versions(id)).totalCount).toBe(1)
  })

  test('to the name of another template is refused', async () => {
    const { create, change, read } = await open()
    await create({}, 'Taken')
    const { id } = await create()
    await expect(change(id, { name: 'Taken', body: 'New' })).rejects.toMatchObject({ code: 'name-taken' })
    expect(await read(id)).toMatchObject({ name: 'Welcome', version: 1, body: 'Hello' })
  })

  test('to a text that the account may not send is refused, and so is one without words and media', async () => {
    const compliance = { blockedPhrases: ['free money'], blockPublicShorteners: true, helpText: null }
    const { create, change } = await open({ compliance })
    const { id } = await create()
    await expect(change(id, { body: 'Free money' })).rejects.toMatchObject({ code: 'compliance-violation' })
    await expect(change(id, { body: '' })).rejects.toMatchObject({ code: 'invalid-input' })
  })

  test('after 1,000 versions is refused, unless it makes none', async () => {
    const { create, change, run, account } = await open()
    const { id } = await create()
    await run(async ({ templates }) => {
      const template = (await templates.lock(account.id, id))!
      await templates.save({ ...template, version: TEMPLATE_RANGES.versions.max })
    })
    await expect(change(id, { body: 'More' })).rejects.toMatchObject({ code: 'too-many-templates' })
    expect(await change(id, { name: 'Full' })).toMatchObject({ name: 'Full', version: 1_000 })
  })
})

test('a template of another account is not found, and neither is text that is no id', async () => {
  const { create, read, change, versions, neighbour } = await open()
  const { id } = await create({}, 'Theirs', await neighbour())
  for (const wrong of [id, 'tpl_1', 'Theirs']) {
    const expected = { code: 'template-not-found', message: `No template of this account has the id "${wrong}"` }
    await expect(read(wrong)).rejects.toMatchObject(expected)
    await expect(change(wrong, { body: 'x' })).rejects.toMatchObject(expected)
    await expect(versions(wrong)).rejects.toMatchObject(expected)
  }
})
