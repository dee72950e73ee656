import { expect, test } from '@jest/globals'
import { unknownGroups, withGroupRenamed } from './group-names.js'

const ENTRIES = [{ n: 1 }, { n: 2, group: null }, { n: 3, group: 'VIP' }]

test('entries that name a group that the account does not have are reported', () => {
  expect(unknownGroups([...ENTRIES, { group: 'vip' }], [{ name: 'VIP' }], 'account.frequencyCaps')).toEqual([
    {
      field: 'account.frequencyCaps[3].group',
      message: 'is not the name of a group of this account: got "vip"',
    },
  ])
})

test('entries follow the name of their group', () => {
  expect(withGroupRenamed(ENTRIES, 'VIP', 'Gold')).toEqual([{ n: 1 }, { n: 2, group: null }, { n: 3, group: 'Gold' }])
  expect(withGroupRenamed(ENTRIES, 'News', 'Gold')).toBeNull()
})
