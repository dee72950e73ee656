import { aContact, aCustomField, aGroup, aMembership, aTag, after } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import type { Membership, MembershipState } from '../groups/membership.js'
import { searchNameOf, viewOf } from './contact.js'
import type { CustomField } from './custom-field.js'

const account = 'acc_1'

const ANN = aContact({
  account,
  firstName: 'Ann',
  customValues: { contact_custom_field_1: 'Annie', contact_custom_field_2: 'hidden' },
})

const NICKNAME = aCustomField({ account, label: 'Nickname' })
const HIDDEN = aCustomField({ account, key: 'contact_custom_field_2', label: 'Hidden', status: 'disabled' })

const TAG = aTag({ name: 'vip' })

const VIP = aGroup({ account, id: 'grp_1', name: 'VIP', tags: [TAG] })
const NEWS = aGroup({ account, id: 'grp_2', name: 'News', tags: [TAG] })
const OLD = aGroup({ account, id: 'grp_3', name: 'Old', tags: [TAG] })
const GROUPS = new Map([VIP, NEWS, OLD].map((group) => [group.id, group]))

const membershipIn = (group: typeof VIP, state: MembershipState, seconds: number) =>
  aMembership({ contact: ANN, group, state, since: after(seconds) })

const viewWith = (memberships: readonly Membership[], fields: readonly CustomField[] = []) =>
  viewOf(ANN, { fields, memberships, groups: GROUPS })

describe('a contact as a client sees it', () => {
  test('shows its custom values under the labels of the visible fields', () => {
    const view = viewWith([], [NICKNAME, HIDDEN])
    expect(view.customFields).toEqual({ Nickname: 'Annie' })
    expect(view).not.toHaveProperty('customValues')
  })

  test('lists active and pending memberships separately, in their order', () => {
    const view = viewWith([
      membershipIn(NEWS, 'pending', 5),
      membershipIn(OLD, 'active', 6),
      membershipIn(VIP, 'active', 7),
    ])
    expect(view.groups).toEqual([
      { id: 'grp_3', name: 'Old', optInAt: after(6), tags: [TAG] },
      { id: 'grp_1', name: 'VIP', optInAt: after(7), tags: [TAG] },
    ])
    expect(view.pendingGroups).toEqual([{ id: 'grp_2', name: 'News', pendingSince: after(5) }])
  })

  test('does not show a removed membership', () => {
    const view = viewWith([membershipIn(VIP, 'removed', 5)])
    expect(view).toMatchObject({ groups: [], pendingGroups: [] })
  })

  test('always has customFields, groups and pendingGroups', () => {
    expect(viewWith([])).toMatchObject({ customFields: {}, groups: [], pendingGroups: [], isFavorite: false })
  })

  test('omits profile fields that are not set', () => {
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
])('the search name is the first and last name together, in lower case: %j', (names, expected) => {
  expect(searchNameOf({ isFavorite: false, customValues: {}, ...names })).toBe(expected)
})
