import { MESSAGE_FIELD_RULES, type FieldError } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { MayBeAbsent, RequiredUnless, Text } from '../input/checks.js'
import { readShape } from '../input/shape.js'
import { recipientsOf } from './recipients.js'

const ONE = { to: '+12025550123', body: 'Hi' }

function read(value: unknown, kind: 'broadcast' | 'batch' = 'batch') {
  const faults: FieldError[] = []
  return { columns: recipientsOf(kind)(value, 'recipients', faults), faults }
}

describe('recipients', () => {
  test('are read by column; a column without any value is null', () => {
    expect(read([ONE, { to: 'not yet looked at', body: '', mediaUrl: 'https://example.com/a.jpg' }]).columns).toEqual({
      phones: ['+12025550123', 'not yet looked at'],
      keys: null,
      bodies: ['Hi', ''],
      mediaUrls: [null, 'https://example.com/a.jpg'],
    })
    expect(read([ONE, { ...ONE, idempotencyKey: 'key' }]).columns).toMatchObject({
      keys: [null, 'key'],
      mediaUrls: null,
    })
  })

  test('of a broadcast have only a number and a key', () => {
    const many = Array.from({ length: 100 }, () => ({ to: '+12025550123', idempotencyKey: 'key' }))
    expect(read(many, 'broadcast').columns).toMatchObject({ bodies: null, mediaUrls: null })
    expect(read([...many, ONE], 'broadcast').faults).toEqual([
      { field: 'recipients[100].body', message: 'is not a known property' },
    ])
  })

  test.each([
    [undefined, 'is missing: it must be an array'],
    [{}, 'must be an array, got object'],
    [[], 'must have 1 to 10000 entries, got 0'],
    [Array.from({ length: 10_001 }, () => ONE), 'must have 1 to 10000 entries, got 10001'],
  ])('are refused if they are %p', (value, message) => {
    expect(read(value).faults).toEqual([{ field: 'recipients', message }])
  })

  test('of a broadcast must have 100 to 50,000 entries', () => {
    const many = (length: number) => Array.from({ length }, () => ({ to: '+12025550123' }))
    for (const length of [99, 50_001]) {
      const message = `must have 100 to 50000 entries, got ${length}`
      expect(read(many(length), 'broadcast').faults).toEqual([{ field: 'recipients', message }])
    }
    for (const length of [100, 50_000]) expect(read(many(length), 'broadcast').faults).toEqual([])
  })

  test.each([null, 'text', 5, []])('must be objects: %p is refused', (item) => {
    const [fault] = read([ONE, item]).faults
    expect(fault).toMatchObject({ field: 'recipients[1]', message: expect.stringMatching(/^must be an object, got /) })
  })

  test('must not contain NUL or half a surrogate pair; bodies are checked elsewhere', () => {
    for (const bad of ['\0', '\ud83d']) {
      const faults = read([{ to: bad, body: bad, [`x${bad}`]: 1 }]).faults
      expect(faults.map(({ field }) => field)).toEqual(['recipients[0]', 'recipients[0].to'])
      for (const { message } of faults) expect(message).toMatch(/NUL or a lone surrogate$/)
    }
  })

  test('with property names from the object prototype are refused, because these properties are unknown', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const item: unknown = JSON.parse(`{"${name}":{"to":"+12025550123","body":"Hi"}}`)
      expect(read([item]).faults).toContainEqual({ field: `recipients[0].${name}`, message: 'is not a known property' })
      expect(read([item]).faults.map(({ field }) => field)).toContain('recipients[0].to')
    }
  })

  test('with a long unknown property name get the same fault as other objects, and no surrogate pair is split', () => {
    const strange = { [`${'x'.repeat(99)}😀`]: 1 }
    const field = 'x'.repeat(99)
    const fault = { message: 'is not a known property' }
    expect(read([{ ...ONE, ...strange }]).faults).toEqual([{ ...fault, field: `recipients[0].${field}` }])
    const reading = () => readShape(ByDecorators, { ...ONE, ...strange })
    expect(reading).toThrow(expect.objectContaining({ details: { fields: [{ ...fault, field }] } }))
  })

  test('are refused if the host of their media cannot be public', () => {
    const fault = {
      field: 'recipients[1].mediaUrl',
      message: expect.stringMatching(/with a public host, and without a user name or password$/),
    }
    expect(read([ONE, { ...ONE, mediaUrl: 'http://2130706433/x' }]).faults).toEqual([fault])
  })

  test('report at most 1,000 faults', () => {
    expect(read(Array.from({ length: 10_000 }, () => ({ body: 'Hi' }))).faults).toHaveLength(1_000)
  })
})

class ByDecorators {
  @Text({ holds: () => true, expected: '' }) to!: string
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.idempotencyKey) idempotencyKey?: string
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.mediaUrl) mediaUrl?: string
  @Text(MESSAGE_FIELD_RULES.body) @RequiredUnless(hasMedia, 'without mediaUrl') body?: string
}

function hasMedia({ mediaUrl }: ByDecorators) {
  return mediaUrl !== undefined
}

const MEDIA = ['https://example.com/a.jpg', 'http://169.254.169.254/x']
const VALUES = [undefined, null, '', 'x', 'text', ...MEDIA, 5, true, {}, [], 'x'.repeat(641)]

test.each(['to', 'idempotencyKey', 'mediaUrl', 'body', 'other'])(
  'a fault in %s is reported with the same message as by the decorators',
  (name) => {
    for (const value of VALUES) {
      for (const rest of [{}, ONE, { ...ONE, mediaUrl: 'https://example.com/a.jpg' }, { to: '', mediaUrl: null }]) {
        const { [name]: _, ...item } = { ...rest, [name]: value } as Record<string, unknown>
        const recipient = value === undefined ? item : { ...item, [name]: value }
        const faults = read([recipient]).faults
        expect([recipient, faults]).toEqual([recipient, faultsByDecorators(recipient)])
      }
    }
  },
)

function faultsByDecorators(recipient: Record<string, unknown>): readonly FieldError[] {
  try {
    readShape(ByDecorators, recipient)
    return []
  } catch (error) {
    const { fields } = (error as { details: { fields: FieldError[] } }).details
    return fields.map(({ field, message }) => ({ field: `recipients[0].${field}`, message }))
  }
}
