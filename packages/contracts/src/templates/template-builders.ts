import type { AccountId, Template, TemplateContent } from '@carillon/core'
import { ids, NOW } from '../fixtures/builders.js'

/** A template with one text. */
export function aTemplate(given: Partial<Template> & { readonly account: AccountId }): Template {
  const id = ids.next('tpl')
  return {
    id,
    name: `Reminder ${id}`,
    version: 1,
    content: { body: 'Hello {{contact_first_name}}', mediaUrl: null, language: null },
    createdAt: NOW,
    updatedAt: NOW,
    ...given,
  }
}

/** A content with a value in every field. */
export const FULL_CONTENT: TemplateContent = {
  body: 'Grüße 👋\n"quoted", \\ and {{tags}}',
  mediaUrl: 'https://media.example.com/bell.png?size=1',
  language: {
    field: 'contact_custom_field_7',
    default: 'Deutsch',
    variants: {
      'Español "1"': { body: 'Hola', mediaUrl: null },
      English: { body: '', mediaUrl: 'https://media.example.com/en.png' },
    },
  },
}
