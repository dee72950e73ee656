import { expect, test } from '@jest/globals'
import { newComposition } from '../composition.js'
import { contentOf, DRAFT_NUMBERS_MAX } from './draft-content.js'
import { forgetUnsaved, isUnsaved, keepUnsaved, unsavedAt, type Place } from './unsaved.js'

const GIVEN = { timezone: 'Europe/Berlin', idempotencyKey: 'another-key' }
const TYPED = {
  ...newComposition({ timezone: 'Europe/Berlin', idempotencyKey: 'the-key' }),
  body: 'The last words',
  numbers: ['+12025550123', 'Bob'],
}
const PLACE: Place = { user: 'usr_1', account: 'acc_1', draft: undefined }

test('what was typed when the session ended is there again for the same person, account and draft, until it is saved', () => {
  const storage = aStorage()
  keepUnsaved(PLACE, { composition: TYPED, etag: null }, storage)
  keepUnsaved({ ...PLACE, draft: 'drf_1' }, { composition: { ...TYPED, body: 'Another' }, etag: '"7"' }, storage)
  // With its key: what was perhaps sent must not be sent again.
  expect(unsavedAt(PLACE, GIVEN, storage)).toEqual({ composition: TYPED, etag: null })
  expect(unsavedAt({ ...PLACE, draft: 'drf_1' }, GIVEN, storage)).toMatchObject({
    composition: { body: 'Another' },
    etag: '"7"',
  })
  for (const other of [{ user: 'usr_2' }, { account: 'acc_2' }, { draft: 'drf_2' }]) {
    expect(unsavedAt({ ...PLACE, ...other }, GIVEN, storage)).toBeNull()
  }
  forgetUnsaved(PLACE, storage)
  expect(unsavedAt(PLACE, GIVEN, storage)).toBeNull()
})

test('a browser that keeps nothing, and what this page cannot read, are no errors', () => {
  const full = {
    ...aStorage(),
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  keepUnsaved(PLACE, { composition: TYPED, etag: null }, full)
  expect(unsavedAt(PLACE, GIVEN, { ...aStorage(), getItem: () => 'no JSON' })).toBeNull()
})

test('only what the service lacks is unsaved', () => {
  const saved = JSON.stringify(contentOf(TYPED))
  expect(isUnsaved(TYPED, saved)).toBe(false)
  expect(isUnsaved(TYPED, undefined)).toBe(true)
  expect(isUnsaved({ ...TYPED, body: 'The very last words' }, saved)).toBe(true)
  expect(isUnsaved({ ...TYPED, body: ' ', numbers: [] }, undefined)).toBe(false)
  const many = { ...TYPED, numbers: Array.from({ length: DRAFT_NUMBERS_MAX + 1 }, () => '+12025550123') }
  expect(isUnsaved(many, JSON.stringify(contentOf(many)))).toBe(true)
})

function aStorage(): Storage {
  const items = new Map<string, string>()
  return {
    length: 0,
    key: () => null,
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}
