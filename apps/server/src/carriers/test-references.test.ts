import { ids } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { isTestReference, newTestReference } from './test-references.js'

test('a reference of a test text differs from all others, and from the references of messages', () => {
  const reference = newTestReference()
  expect(reference).toMatch(/^test\.[0-9a-f-]{36}$/)
  expect(newTestReference()).not.toBe(reference)
  expect(isTestReference(reference)).toBe(true)
  expect(isTestReference(`${ids.next('acc')}.${ids.next('msg')}`)).toBe(false)
})
