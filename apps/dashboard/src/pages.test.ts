import { expect, test } from '@jest/globals'
import { accountPages, systemPages } from './pages.js'

test('each key after g opens one page', () => {
  const keys = [...accountPages, ...systemPages].flatMap(({ key }) => key ?? [])
  expect(keys).toEqual([...new Set(keys)])
})
