import { expect, test } from '@jest/globals'
import type { Request, Response } from 'express'
import { conditionOf, etagOf, requiredConditionOf } from './etag.js'

const withIfMatch = (value?: string) => ({ headers: value === undefined ? {} : { 'if-match': value } }) as Request

test('an ETag is strong, and depends on the values but not on the order of properties', () => {
  const at = new Date(1_000)
  const etag = etagOf({ a: 1, b: { c: [1, { d: null, e: at }] } })
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  expect(etagOf({ b: { c: [1, { e: at, d: null }] }, a: 1 })).toBe(etag)
  for (const other of [{ a: 1 }, { a: 1, b: { c: [{ d: null, e: at }, 1] } }, { a: 2, b: {} }, null, []])
    expect(etagOf(other)).not.toBe(etag)
  expect(etagOf({ at: new Date(1) })).not.toBe(etagOf({ at: new Date(2) }))
})

test('If-Match may list several ETags; a weak one never matches, and * always does', () => {
  const shown: string[] = []
  const res = { set: (_: string, value: string) => shown.push(value) } as unknown as Response
  const state = { a: 1 }
  const etag = etagOf(state)
  for (const value of [etag, `"other", ${etag}`, '*']) expect(conditionOf(withIfMatch(value), res)!(state)).toBe(true)
  expect(shown).toEqual([])
  for (const value of ['"other"', `W/${etag}`, etag.slice(1, -1)])
    expect(conditionOf(withIfMatch(value), res)!(state)).toBe(false)
  expect(shown).toEqual([etag, etag, etag])
  expect(conditionOf(withIfMatch(), res)).toBeNull()
  expect(conditionOf(withIfMatch(' '), res)).toBeNull()
  expect(() => requiredConditionOf(withIfMatch(), res)).toThrow('If-Match is required')
})
