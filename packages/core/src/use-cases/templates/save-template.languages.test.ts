import { accountFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { TemplateContent, TemplateLanguage } from '../../model/templates/template-content.js'
import { ListTemplateVersions } from './read-templates.js'
import { ChangeTemplate, CreateTemplate, type TemplatePatch } from './save-template.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters)
  const { account } = fixture
  await fixture.customField({ key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT' })
  const options = ['English', 'Spanish', 'French']
  await fixture.customField({ key: 'contact_custom_field_2', label: 'Language', type: 'SINGLE_SELECT', options })
  const off = { type: 'SINGLE_SELECT', options: ['Spanish'] } as const
  await fixture.customField({ key: 'contact_custom_field_3', ...off, label: 'Old', status: 'disabled' })
  await fixture.customField({ key: 'contact_custom_field_4', ...off, label: 'Older', status: 'deleting' })
  const content: TemplateContent = { body: 'Hello', mediaUrl: null, language: null }
  return {
    ...fixture,
    create: (changes: Partial<TemplateContent> = {}) =>
      new CreateTemplate(adapters).execute({ account, name: 'Welcome', content: { ...content, ...changes } }),
    change: (id: string, patch: TemplatePatch) => new ChangeTemplate(adapters).execute({ account, id, patch }),
    versions: (id: string) => new ListTemplateVersions(adapters).execute({ account, id, page: { page: 1, limit: 10 } }),
  }
}

function languageOf(language: Partial<TemplateLanguage> = {}): TemplateLanguage {
  const variants = { Spanish: { body: 'Hola', mediaUrl: null } }
  return { field: 'contact_custom_field_2', default: 'English', variants, ...language }
}

describe('the languages of a template', () => {
  test.each([
    ['contact_custom_field_1', 'which has the type TEXT'],
    ['contact_custom_field_3', 'which is disabled'],
    ['contact_custom_field_4', 'which is being deleted'],
    ['contact_custom_field_5', 'which the account does not have'],
  ] as const)('need an active custom field of one choice, and not %s, %s', async (field, why) => {
    const { create } = await open()
    const expected = 'must be the key of an active custom field of the type SINGLE_SELECT'
    await expect(create({ language: languageOf({ field }) })).rejects.toMatchObject({
      code: 'invalid-input',
      details: { fields: [{ field: 'language.field', message: `${expected}, got ${field}, ${why}` }] },
    })
  })

  test('are options of the field, and not the language of the default text', async () => {
    const { create } = await open()
    const text = { body: 'x', mediaUrl: null }
    const variants = { English: text, German: text }
    await expect(create({ language: languageOf({ variants }) })).rejects.toMatchObject({
      details: {
        fields: [
          {
            field: 'language.default',
            message: 'must not be a variant: the body of the template is its text, got "English"',
          },
          {
            field: 'language.variants.German',
            message: 'is not an option of the custom field Language: expected one of English, Spanish, French',
          },
        ],
      },
    })
  })

  test('have a default that is an option of the field too, when it is saved', async () => {
    const { create, change, versions } = await open()
    const language = languageOf({ default: 'English!' })
    const refused = {
      code: 'invalid-input',
      details: {
        fields: [
          {
            field: 'language.default',
            message:
              'is not an option of the custom field Language: expected one of English, Spanish, French, got "English!"',
          },
        ],
      },
    }
    await expect(create({ language })).rejects.toMatchObject(refused)
    const { id } = await create()
    await expect(change(id, { language })).rejects.toMatchObject(refused)
    expect((await versions(id)).totalCount).toBe(1)
    expect(await change(id, { language: languageOf({ default: 'French' }) })).toMatchObject({ version: 2 })
  })

  test('are not checked again by a change of something else', async () => {
    const { create, change, run, account } = await open()
    const { id } = await create({ language: languageOf() })
    const field = {
      account: account.id,
      key: 'contact_custom_field_2',
      label: 'Language',
      type: 'SINGLE_SELECT',
    } as const
    await run(({ customFields }) => customFields.put({ ...field, options: ['Spanish'], status: 'disabled' }))
    expect(await change(id, { body: 'Hi' })).toMatchObject({ version: 2, language: languageOf() })
    await expect(change(id, { language: languageOf({ default: 'en' }) })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })
})
