import { expect, test } from '@jest/globals'
import type { Condition } from './condition.js'
import type { FilterNames } from './filter-names.js'
import { filterWords } from './filter-words.js'
import { rowsOf } from './rows-of-condition.js'

const NAMES: FilterNames = {
  groups: [
    { id: 'grp_1', name: 'VIP' },
    { id: 'grp_2', name: 'Newsletter' },
  ],
  segments: [{ id: 'seg_1', name: 'Berlin' }],
  fields: [
    { key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Gold'], isActive: true },
    { key: 'contact_custom_field_2', label: 'Visits', type: 'NUMBER', options: [], isActive: false },
  ],
  zone: 'America/New_York',
}

test.each<[Condition, string]>([
  [{ all: [] }, 'All contacts'],
  [{ any: [] }, 'Nobody'],
  [{ firstName: { contains: 'ann' } }, 'First name contains “ann”'],
  [{ email: { exists: false } }, 'E-mail is not set'],
  [{ gender: { in: ['FEMALE', 'OTHER'] } }, 'Gender is one of Female or Other'],
  [{ tz: { ne: 'America/Denver' } }, 'Time zone is not Mountain (Denver)'],
  [{ birthDate: { monthDay: 'today' } }, 'Birth date has its day today'],
  [{ birthDate: { monthDay: '12-31' } }, 'Birth date has its day on December 31'],
  [{ birthDate: { lt: '1990-12-31' } }, 'Birth date is before Dec 31, 1990'],
  [{ isFavorite: { eq: true } }, 'Is a favorite'],
  [{ isFavorite: { ne: true } }, 'Is not a favorite'],
  [{ createdAt: { within: '1w' } }, 'Added is in the last 1 week'],
  [{ createdAt: { gte: '2026-03-01T17:00:00Z' } }, 'Added is at or after Mar 1, 2026, 12:00 PM'],
  [{ lastSentAt: { olderThan: '30d' } }, 'Last text to them is more than 30 days ago'],
  [{ lastReceivedAt: { exists: false } }, 'Last text from them is never'],
  [{ address: { city: { startsWith: 'New' } } }, 'City begins with “New”'],
  [{ groups: { ids: { in: ['grp_1', 'grp_2'] } } }, 'Is a member of VIP or Newsletter'],
  [{ groups: { ids: { notIn: ['grp_9'] } } }, 'Is not a member of a retired group'],
  [
    { groups: { ids: { in: ['grp_1'] }, joinedAt: { within: '30d' } } },
    'Is a member of VIP, joined in the last 30 days',
  ],
  [{ groups: { joinedAt: { olderThan: '24h' } } }, 'Joined any group more than 24 hours ago'],
  [{ segments: { ids: { in: ['seg_1'] } } }, 'Is in the segment Berlin'],
  [{ clicked: { link: 'go.example.com/a', within: '30d' } }, 'Clicked go.example.com/a in the last 30 days'],
  [{ customFields: { contact_custom_field_1: { eq: 'Gold' } } }, 'Plan is “Gold”'],
  [{ customFields: { contact_custom_field_2: { gte: 3 } } }, 'Visits (not active) is at least 3'],
  [{ customFields: { contact_custom_field_7: { eq: true } } }, 'Field 7 (deleted) is yes'],
  [{ not: { isFavorite: { eq: true } } }, 'Not (is a favorite)'],
  [
    { all: [{ any: [{ tz: { exists: true } }, { isFavorite: { eq: true } }] }, { lastName: { ne: 'B' } }] },
    '(time zone is set, or is a favorite), and last name is not “B”',
  ],
  [
    { firstName: { in: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } },
    'First name is one of “a”, “b”, “c”, “d”, “e” or 2 others',
  ],
])('%j', (condition, words) => {
  expect(filterWords(rowsOf(condition)!, NAMES)).toBe(words)
})
