import { describe, expect, test } from '@jest/globals'
import type { Membership } from '../consent/membership.js'
import type { Group } from '../groups/group.js'
import type { GroupId } from '../values/ids.js'
import { parsePhoneNumber } from '../values/phone-number.js'
import { searchNameOf, viewOf, type Contact } from './contact.js'
import type { CustomField } from './custom-field.js'

const ANN: Contact = {
  id: 'con_1',
  account: 'acc_1',
  phone: parsePhoneNumber('+12025550123'),
  firstName: 'Ann',
  isFavorite: false,
  customValues: { contact_custom_field_1: 'Annie', contact_custom_field_2: 'hidden' },
  tz: 'America/New_York',
  createdAt: new Date(0),
}

const NICKNAME: CustomField = {
  account: 'acc_1',
  key: 'contact_custom_field_1',
  label: 'Nickname',
  type: 'TEXT',
  options: [],
  status: 'active',
}

const TAG = { id: 'tag_1', name: 'vip', createdAt: new Date(1), updatedAt: new Date(2) } as const

function aGroup(id: GroupId, name: string): [GroupId, Group] {
  const texts = { optInMessage: null, confirmMessage: null, sender: null }
  const group = {
    id,
    account: 'acc_1',
    name,
    isDefault: false,
    optInType: 'SINGLE',
    tags: [TAG],
    contactCount: 1,
  } as const
  return [id, { ...group, ...texts, createdAt: new Date(0) }]
}

const GROUPS = new Map([aGroup('grp_1', 'VIP'), aGroup('grp_2', 'News'), aGroup('grp_3', 'Old')])

function aMembership(group: GroupId, state: Membership['state'], second: number): Membership {
  return { account: 'acc_1', contact: 'con_1', group, state, since: new Date(second * 1_000) }
}

const viewWith = (memberships: readonly Membership[], fields: readonly CustomField[] = []) =>
  viewOf(ANN, { fields, memberships, groups: GROUPS })

describe('a contact as a client sees it', () => {
  test('shows its custom values under the labels of the visible fields', () => {
    const fields = [
      NICKNAME,
      { ...NICKNAME, key: 'contact_custom_field_2', label: 'Hidden', status: 'disabled' } as const,
    ]
    const view = viewWith([], fields)
    expect(view.customFields).toEqual({ Nickname: 'Annie' })
    expect(view).not.toHaveProperty('customValues')
  })

  test('has an entry for each active membership and each pending one, in their order', () => {
    const view = viewWith([
      aMembership('grp_2', 'pending', 5),
      aMembership('grp_3', 'active', 6),
      aMembership('grp_1', 'active', 7),
    ])
    expect(view.groups).toEqual([
      { id: 'grp_3', name: 'Old', optInAt: new Date(6_000), tags: [TAG] },
      { id: 'grp_1', name: 'VIP', optInAt: new Date(7_000), tags: [TAG] },
    ])
    expect(view.pendingGroups).toEqual([{ id: 'grp_2', name: 'News', pendingSince: new Date(5_000) }])
  })

  test('does not show a membership that was removed', () => {
    const view = viewWith([aMembership('grp_1', 'removed', 5)])
    expect(view).toMatchObject({ groups: [], pendingGroups: [] })
  })

  test('always has customFields, groups and pendingGroups', () => {
    expect(viewWith([])).toMatchObject({ customFields: {}, groups: [], pendingGroups: [], isFavorite: false })
  })

  test('has no profile field that is not set', () => {
    const view = viewWith([])
    expect(view.firstName).toBe('Ann')
    for (const name of ['lastName', 'email', 'birthDate', 'gender', 'address']) expect(view).not.toHaveProperty(name)
  })
})

test.each([
  [{ firstName: 'Ann', lastName: 'Lee' }, 'ann lee'],
  [{ firstName: 'ANN' }, 'ann'],
  [{ lastName: 'Östberg ' }, 'östberg'],
  [{}, ''],
])('the list searches first and last name as one, in any case: %j', (names, expected) => {
  expect(searchNameOf({ isFavorite: false, customValues: {}, ...names })).toBe(expected)
})
