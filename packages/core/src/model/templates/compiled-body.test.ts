import { aContact, aCustomField, aFullContact, CUSTOM_FIELDS } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import { measureText } from '../../values/text/text-segments.js'
import type { Contact } from '../contacts/contact.js'
import { compileBody, needsOf, rendererOf } from './compiled-body.js'

const account = 'acc_1'
const SALE = 'go.acme.com/sale'
const ANN = aFullContact({
  account,
  customValues: {
    contact_custom_field_1: 'Nan',
    contact_custom_field_2: 1.5,
    contact_custom_field_3: false,
    contact_custom_field_4: '2026-12-31',
    contact_custom_field_5: 'Pro',
    contact_custom_field_6: ['red', 'blue'],
    contact_custom_field_7: 'unseen',
  },
})
const BLANK = aContact({ account })
const FIELDS = Object.values(CUSTOM_FIELDS)

type Given = { contact?: Contact | null; today?: string; fields?: typeof FIELDS }

function render(body: string, { contact = ANN, today = '2026-03-01', fields = FIELDS }: Given = {}) {
  const compiled = compileBody(body, { links: new Set([SALE]) })
  return rendererOf(compiled, { fields, today })({ contact, urlOf: (link) => `https://${link}/Ab3` }).text
}

test('a text that is the same for all recipients is rendered only once, and others for each', () => {
  const rendererFor = (body: string) =>
    rendererOf(compileBody(body, { links: new Set() }), {
      fields: FIELDS,
      today: '2026-03-01',
      smartEncoding: true,
    })
  const [ann, blank] = [ANN, BLANK].map((contact) => ({ contact, urlOf: (link: string) => link }))
  const same = rendererFor('It’s {{current_date}}')
  expect(same(ann!)).toBe(same(blank!))
  expect(same(ann!).text).toBe("It's 03/01/2026")
  const own = rendererFor('It’s {{contact_first_name}}')
  expect([own(ann!).text, own(blank!).text]).toEqual(["It's Ann", "It's "])
})

const VARIABLES: [tag: string, value: string][] = [
  ['{{contact_first_name}}', 'Ann'],
  ['{{contact_last_name}}', 'Lee'],
  ['{{contact_email}}', 'ann@example.com'],
  ['{{contact_phone_number}}', '+1 202 555 0101'],
  ['{{contact_gender}}', 'FEMALE'],
  ['{{contact_date_of_birth}}', '1990-02-28'],
  ['{{contact_zip_code}}', '80202'],
  ['{{contact_custom_field_1}}', 'Nan'],
  ['{{contact_custom_field_2}}', '1.5'],
  ['{{contact_custom_field_3}}', 'false'],
  ['{{contact_custom_field_4}}', '2026-12-31'],
  ['{{contact_custom_field_5}}', 'Pro'],
  ['{{contact_custom_field_6}}', 'red, blue'],
]

const UNKNOWN = [
  '{{contact_middle_name}}',
  '{{Contact_First_Name}}',
  '{{CONTACT_FIRST_NAME}}',
  '{{contact first name}}',
  '{{contact_first_name',
  'contact_first_name}}',
  '{contact_first_name}',
  '{ {contact_first_name}}',
  '{{contact_first_name} }',
  '{{contact_first_name|upper}}',
  '{{contact_custom_field_0}}',
  '{{contact_custom_field_8}}',
  '{{contact_custom_field_11}}',
  '{{contact_custom_field_}}',
  '{{contact_custom_field}}',
  '{{current_time}}',
  '{{constructor}}',
  '{{__proto__}}',
  '{{}}',
  '{{{}}}',
  '{{ }}',
  '{{',
  '}}',
] as const

describe('variables:', () => {
  test.each(VARIABLES)('%s is filled in from the contact: %j', (tag, value) => {
    expect(render(`Hi ${tag}!`)).toBe(`Hi ${value}!`)
  })

  test.each(VARIABLES)('%s resolves to an empty string when the recipient has no contact', (tag) => {
    expect(render(`Hi ${tag}!`, { contact: null })).toBe('Hi !')
  })

  test('when the contact lacks a value, only that variable resolves to an empty string', () => {
    const known = aContact({ account, lastName: 'Lee' })
    const body = VARIABLES.map(([tag]) => tag).join('|')
    expect(render(body, { contact: known })).toBe('|Lee||+1 202 555 0101|||||||||')
    expect(render(body, { contact: BLANK })).toBe('|||+1 202 555 0101|||||||||')
  })

  test('a text may be empty after rendering', () => {
    expect(render('{{contact_first_name}}', { contact: null })).toBe('')
  })

  test('an address without a postal code has no zip code', () => {
    expect(render('{{contact_zip_code}}', { contact: { ...BLANK, address: { city: 'Denver' } } })).toBe('')
  })

  test('the phone number is in international format with spaces', () => {
    const british = aContact({ account, phone: '+447400123456' as Contact['phone'] })
    expect(render('{{contact_phone_number}}', { contact: british })).toBe('+44 7400 123456')
  })

  test('{{current_date}} is today, MM/DD/YYYY, even without a contact', () => {
    expect(render('{{current_date}}', { today: '2026-12-31' })).toBe('12/31/2026')
    expect(render('{{current_date}}', { today: '2026-12-31', contact: null })).toBe('12/31/2026')
  })

  test.each(['{{ contact_first_name }}', '{{contact_first_name  }}', '{{\n\tcontact_first_name\r\n}}'])(
    'white space just inside the braces is allowed: %j',
    (tag) => expect(render(tag)).toBe('Ann'),
  )

  test.each(UNKNOWN)('a {{...}} placeholder that is not a recognized variable is left unchanged: %s', (tag) => {
    expect(render(tag)).toBe(tag)
    expect(render(`{{contact_first_name}} ${tag} {{contact_last_name}}`)).toBe(`Ann ${tag} Lee`)
    expect(render(tag, { contact: null })).toBe(tag)
  })

  test('extra braces around a variable are kept', () => {
    expect(render('{{{contact_first_name}}}')).toBe('{Ann}')
    expect(render('{{{{contact_first_name}}}}')).toBe('{{Ann}}')
    expect(render('{{x {{contact_first_name}} y}}')).toBe('{{x Ann y}}')
  })

  test('merge tags inside a contact’s value are never expanded', () => {
    const sly = aContact({ account, firstName: '{{contact_last_name}}', lastName: '$& $1 $` {{' })
    expect(render('{{contact_first_name}} {{contact_last_name}}', { contact: sly })).toBe(
      '{{contact_last_name}} $& $1 $` {{',
    )
    expect(render('{{contact_last_name}}contact_first_name}}', { contact: sly })).toBe(
      '$& $1 $` {{contact_first_name}}',
    )
  })
})

describe('custom fields:', () => {
  test('a field that is disabled or being deleted renders empty', () => {
    expect(render('<{{contact_custom_field_7}}>')).toBe('<>')
    const deleting = aCustomField({ account, key: 'contact_custom_field_7', status: 'deleting' })
    expect(render('<{{contact_custom_field_7}}>', { fields: [deleting] })).toBe('<>')
  })

  test('a field that is not in the schema renders empty', () => {
    expect(render('<{{contact_custom_field_1}}>', { fields: [] })).toBe('<>')
  })

  test('a removed option is not shown', () => {
    const values = { contact_custom_field_5: 'Basic', contact_custom_field_6: ['red', 'mauve', 'blue'] }
    const body = '<{{contact_custom_field_5}}> <{{contact_custom_field_6}}>'
    expect(render(body, { contact: { ...BLANK, customValues: values } })).toBe('<> <red, blue>')
  })

  test.each([
    [0, '0'],
    [-0, '0'],
    [1e21, '1e+21'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1234567, '1234567'],
  ])('a number is formatted as in JavaScript: %d', (number, shown) => {
    const contact = { ...BLANK, customValues: { contact_custom_field_2: number } }
    expect(render('{{contact_custom_field_2}}', { contact })).toBe(shown)
  })
})

test('the encoding and the segments are determined after substitution, so substituted values count too', () => {
  const compiled = compileBody(`{{contact_first_name}}${'x'.repeat(158)}`, { links: new Set() })
  const fill = rendererOf(compiled, { fields: [], today: '2026-03-01' })
  const named = (firstName: string) => ({ contact: aContact({ account, firstName }), urlOf: (link: string) => link })
  for (const [name, segments] of [
    ['Al', 1],
    ['Ann', 2],
    ['€', 1],
    ['€u', 2],
    ['Zoë', 3],
  ] as const) {
    const { text, measure } = fill(named(name))
    expect(text).toBe(name + 'x'.repeat(158))
    expect(measure).toEqual(measureText(text))
    expect([name, measure.segments]).toEqual([name, segments])
  }
})

test.each([
  ['plain', { contact: false, customFields: false }],
  ['{{contact_unknown}} {{current_date}} {{dateOffset "1d"}}', { contact: false, customFields: false }],
  [`{{trackingLink "${SALE}"}}`, { contact: false, customFields: false }],
  ['{{contact_phone_number}}', { contact: true, customFields: false }],
  ['{{contact_custom_field_1}}', { contact: true, customFields: true }],
  ['{{trackingLink "{{contact_custom_field_1}}"}}', { contact: true, customFields: true }],
])('needsOf returns the data that rendering has to read: %s', (body, needs) => {
  expect(needsOf(compileBody(body, { links: new Set([SALE]) }))).toEqual(needs)
})
