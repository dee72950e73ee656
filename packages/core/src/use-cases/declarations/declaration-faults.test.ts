import { describe, expect, test } from '@jest/globals'
import type { CustomField } from '../../model/contacts/custom-field.js'
import { checkDeclaration, faultsAmong } from './declaration-faults.js'
import type { AccountDeclaration, CustomFieldDeclaration, GroupDeclaration, WebhookDeclaration } from './declaration.js'

const faultsIn = (parts: Omit<AccountDeclaration, 'name'>) =>
  checkDeclaration({ account: { name: 'Acme', ...parts } }).faults

const PLAN: CustomFieldDeclaration = {
  key: 'contact_custom_field_1',
  label: 'Plan',
  type: 'SINGLE_SELECT',
  options: ['Free', 'Pro'],
}
const NICKNAME: CustomFieldDeclaration = { key: 'contact_custom_field_2', label: 'Nickname', type: 'TEXT' }

const fieldOf = (declared: CustomFieldDeclaration): CustomField => ({
  account: 'acc_1',
  options: [],
  status: 'active',
  ...declared,
})

describe('a declaration', () => {
  test('is valid with only a name', () => {
    expect(faultsIn({})).toEqual([])
  })

  test('is valid with every list and without duplicates', () => {
    const right: Omit<AccountDeclaration, 'name'> = {
      apiKeys: [{ id: 'key_a' }, { id: 'key_b' }],
      numbers: [{ number: '+12025550100' }, { number: '12345' }],
      groups: [{ name: 'VIP', default: true }, { name: 'vip', default: false }, { name: 'News' }],
      customFields: [PLAN, NICKNAME],
      trackingLinks: [
        { link: 'go.acme.com/a', target: 'https://shop.example.com' },
        { link: 'go.acme.com/b', target: 'https://shop.example.com' },
      ],
      webhooks: [
        { url: 'https://a.example.com', events: ['message.sent'] },
        { url: 'https://b.example.com', events: ['message.sent'] },
      ],
    }
    expect(faultsIn(right)).toEqual([])
  })

  const LINK = { link: 'go.acme.com/a', target: 'https://shop.example.com' }
  const HOOK: WebhookDeclaration = { url: 'https://a.example.com', events: ['message.sent'] }
  const TWICE: readonly [string, Omit<AccountDeclaration, 'name'>, string][] = [
    [
      'apiKeys',
      { apiKeys: [{ id: 'a' }, { id: 'b' }, { id: 'a', secret: 'another-secret-of-it' }] },
      'account.apiKeys[2].id',
    ],
    [
      'numbers',
      { numbers: [{ number: '12345' }, { number: '54321' }, { number: '12345' }] },
      'account.numbers[2].number',
    ],
    ['groups', { groups: [{ name: 'VIP' }, { name: 'News' }, { name: 'VIP' }] }, 'account.groups[2].name'],
    ['trackingLinks', { trackingLinks: [LINK, { ...LINK, link: 'b.com/b' }, LINK] }, 'account.trackingLinks[2].link'],
    ['webhooks', { webhooks: [HOOK, { ...HOOK, url: 'https://b.example.com' }, HOOK] }, 'account.webhooks[2].url'],
  ]
  test.each(TWICE)('must not have the same entry twice in a list: %s', (list, parts, field) => {
    expect(faultsIn(parts)).toEqual([{ field, message: `is the same as in ${list}[0]` }])
  })

  test('must not have two custom fields with the same key, or with the same label ignoring case', () => {
    expect(faultsIn({ customFields: [NICKNAME, { ...NICKNAME, label: 'Alias' }] })).toEqual([
      { field: 'account.customFields[1].key', message: 'is the same as in customFields[0]' },
    ])
    expect(faultsIn({ customFields: [PLAN, { ...NICKNAME, label: 'PLAN' }] })).toEqual([
      { field: 'account.customFields[1].label', message: 'is the same as in customFields[0]' },
    ])
  })

  test('is refused with every duplicate, each with the first entry that it repeats', () => {
    const groups = ['a', 'b', 'a', 'b', 'a'].map((name): GroupDeclaration => ({ name }))
    expect(faultsIn({ groups }).map(({ field, message }) => `${field} ${message}`)).toEqual([
      'account.groups[2].name is the same as in groups[0]',
      'account.groups[3].name is the same as in groups[1]',
      'account.groups[4].name is the same as in groups[0]',
    ])
  })

  test('may have 1,000 entries in a list, and is refused quickly with many more', () => {
    const numbers = Array.from({ length: 200_000 }, (_, i) => ({ number: String(10_000 + i) }))
    expect(faultsIn({ numbers: numbers.slice(0, 1_000) })).toEqual([])
    expect(faultsIn({ numbers })).toEqual([
      { field: 'account.numbers', message: 'must have at most 1000 entries, got 200000' },
    ])
  })

  test('has at most one default group', () => {
    const groups = [
      { name: 'a' },
      { name: 'b', default: true },
      { name: 'c', default: false },
      { name: 'd', default: true },
    ]
    expect(faultsIn({ groups })).toEqual([
      { field: 'account.groups[3].default', message: 'cannot be true, because groups[1] is already the default' },
    ])
  })

  test.each(['SINGLE_SELECT', 'MULTI_SELECT'] as const)('must have options for a %s, without duplicates', (type) => {
    const field = 'account.customFields[0].options'
    const faults = (options: readonly string[]) => faultsIn({ customFields: [{ ...PLAN, type, options }] })
    expect(faults(['Free', 'free'])).toEqual([])
    expect(faults([])).toEqual([{ field, message: `must not be empty for the type ${type}` }])
    expect(faults(['Free', 'Pro', 'Free'])).toEqual([{ field, message: 'must not contain an option twice' }])
  })

  test.each(['TEXT', 'NUMBER', 'BOOLEAN', 'DATE'] as const)('must not have options for a %s', (type) => {
    const faults = (options: readonly string[]) => faultsIn({ customFields: [{ ...PLAN, type, options }] })
    expect(faults([])).toEqual([])
    expect(faults(['a'])).toEqual([
      { field: 'account.customFields[0].options', message: `must be empty for the type ${type}` },
    ])
  })

  test('is refused with all its faults at once', () => {
    const groups = [
      { name: 'a', default: true },
      { name: 'a', default: true },
    ]
    expect(faultsIn({ groups, customFields: [{ ...PLAN, options: [] }] }).map(({ field }) => field)).toEqual([
      'account.groups[1].name',
      'account.groups[1].default',
      'account.customFields[0].options',
    ])
  })
})

describe('declared fields, compared with the stored fields of the account', () => {
  test('are valid if no two fields have the same label', () => {
    expect(faultsAmong([fieldOf(PLAN), fieldOf(NICKNAME)], [PLAN, NICKNAME])).toEqual([])
  })

  test('cannot take the label of a field that is not declared, in either order', () => {
    const among = [fieldOf({ ...PLAN, label: 'nickname ' }), fieldOf(NICKNAME)]
    const fault = { field: 'account.customFields[0].label', message: 'is already the label of another field' }
    expect(faultsAmong(among, [{ ...PLAN, label: 'nickname ' }])).toEqual([fault])
    expect(faultsAmong(among, [NICKNAME])).toEqual([fault])
  })

  test('cannot take the label of a disabled field either', () => {
    const among = [fieldOf(NICKNAME), fieldOf({ ...PLAN, label: 'Nickname', status: 'disabled' })]
    expect(faultsAmong(among, [NICKNAME])).toHaveLength(1)
  })

  test('may omit their options, if some are stored', () => {
    const { options: _, ...declared } = PLAN
    expect(faultsIn({ customFields: [declared] })).toEqual([])
    expect(faultsAmong([fieldOf(PLAN)], [declared])).toEqual([])
    expect(faultsAmong([fieldOf(declared)], [declared])).toEqual([
      { field: 'account.customFields[0].options', message: 'must not be empty for the type SINGLE_SELECT' },
    ])
  })
})
