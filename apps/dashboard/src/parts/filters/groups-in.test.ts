import { expect, test } from '@jest/globals'
import { groupsIn } from './groups-in.js'

const IDS = { in: ['grp_1', 'grp_2'] }

test('a condition about groups alone has groups', () => {
  expect(groupsIn({ groups: { ids: IDS } })).toEqual(['grp_1', 'grp_2'])
})

test.each([
  { groups: { ids: { ...IDS, notIn: ['grp_3'] } } },
  { groups: { ids: { notIn: ['grp_3'] } } },
  { groups: { ids: IDS, joinedAt: { within: '30d' } } },
  { groups: { joinedAt: { within: '30d' } } },
  { groups: { ids: IDS }, isFavorite: { eq: true } },
  { not: { groups: { ids: IDS } } },
])('%j asks more', (condition) => {
  expect(groupsIn(condition)).toBeNull()
})
