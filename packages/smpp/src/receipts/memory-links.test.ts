import { describe, expect, test } from '@jest/globals'
import { describeSmscLinks } from '@carillon/contracts'
import { memoryLinks } from './memory-links.js'

describe('links in memory', () => {
  describeSmscLinks(async () => {
    let now = 0
    const links = memoryLinks({ now: () => now })
    return { links, twin: links, advance: (ms) => void (now += ms) }
  })

  test('are forgotten when there are too many, the oldest first', async () => {
    const links = memoryLinks({ messagesMax: 2 })
    for (const key of ['a', 'b', 'c']) await links.save([{ kind: 'id', key, reference: key, part: 1, parts: 1 }])
    const settle = (id: string) => links.settle({ id, echo: null, at: null, failure: null })
    expect(await settle('c')).toMatchObject({ reference: 'c' })
    expect(await settle('a')).toBeNull()
  })
})
