import { expect, test } from '@jest/globals'
import { RecentMap } from './recent-map.js'

test('a full map removes the entry that was set least recently', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([3, undefined, 4, 2])
})
