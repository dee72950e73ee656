import { describe, expect, test } from '@jest/globals'
import { describeInboundParts } from '@carillon/contracts'
import { memoryParts } from './memory-parts.js'

describe('parts in memory', () => {
  describeInboundParts(async () => {
    let now = Date.parse('2026-03-01T12:00:00.000Z')
    const parts = memoryParts({ now: () => now })
    return { parts, twin: parts, now: () => new Date(now), advance: (ms) => void (now += ms) }
  })

  test('are forgotten when there are too many, the oldest first', async () => {
    const parts = memoryParts({ textsMax: 2 })
    const part = (key: string, number: number) => {
      const address = { from: '+1', to: '+2', dataCoding: 0, octets: new Uint8Array(), at: new Date(), id: key }
      return parts.add({ key, part: number, parts: 2, ...address })
    }
    for (const key of ['a', 'b', 'c']) await part(key, 1)
    expect(await part('c', 2)).toHaveLength(2)
    expect(await part('a', 2)).toHaveLength(1)
  })
})
