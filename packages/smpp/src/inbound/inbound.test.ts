import { waitUntil } from '@carillon/contracts'
import type { CarrierNews, CarrierText } from '@carillon/core'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { STATUS } from '../codec/statuses.js'
import { octetsTlv, octetTlv, shortTlv } from '../codec/tlvs.js'
import type { SmppFailure } from '../failures.js'
import { closeAll, open } from '../testing/smpp-under-test.js'
import { openTestSmsc, type TestSmsc } from '../testing/test-smsc.js'
import { encode } from '../text/alphabets.js'
import { contentsOf, type LongTexts } from '../text/message-contents.js'
import { memoryParts } from './memory-parts.js'

let smsc: TestSmsc

beforeEach(async () => {
  smsc = await openTestSmsc()
})

afterEach(async () => {
  await closeAll()
  await smsc.close()
  expect(smsc.faults).toEqual([])
})

async function bound(...more: [Parameters<typeof open>[1]?, Parameters<typeof open>[2]?]) {
  const before = smsc.receiverCount()
  const carrier = open({ port: smsc.port }, ...more)
  await waitUntil(() => smsc.receiverCount() === before + 1)
  return carrier
}

const bodies = (news: readonly CarrierNews[]) => news.map((one) => (one as CarrierText).body)

describe('a text from a phone', () => {
  test('is passed on with its numbers, and acknowledged', async () => {
    const { news } = await bound()
    expect(await smsc.deliver({ shortMessage: encode('STOP €', 'gsm7')! })).toBe(STATUS.ESME_ROK)
    expect(news).toEqual([
      {
        ...{ kind: 'inbound', from: '+12025550100', to: '+12025550199', body: 'STOP €', mediaUrls: [] },
        ...{ providerId: expect.any(String), isAnswered: false },
      },
    ])
  })

  test('is marked as answered if the setting says that the carrier answers keywords', async () => {
    const before = smsc.receiverCount()
    const { news } = open({ port: smsc.port, carrierAnswersKeywords: true })
    await waitUntil(() => smsc.receiverCount() === before + 1)
    await smsc.deliver({ shortMessage: encode('STOP', 'gsm7')! })
    expect(news).toMatchObject([{ isAnswered: true }])
  })

  test.each([
    ['12025550100', 0, '+12025550100'],
    ['12025550100', 1, '+12025550100'],
    ['+12025550100', 1, '+12025550100'],
    ['12345', 3, '12345'],
    ['12345', 0, '12345'],
    ['02025550100', 0, '02025550100'],
    ['2025550100', 2, '2025550100'],
    ['Bell', 5, 'Bell'],
  ])('from %s with the type of number %d is from %s', async (source, sourceTon, from) => {
    const { news } = await bound()
    await smsc.deliver({ source, sourceTon })
    expect(news).toMatchObject([{ from }])
  })

  test.each([
    [0, 'ünà @ {', 'gsm7'],
    [3, 'façade', 'latin1'],
    [8, '鐘 🔔', 'ucs2'],
  ] as const)('with data_coding %d is read', async (dataCoding, text, encoding) => {
    const { news } = await bound()
    await smsc.deliver({ dataCoding, shortMessage: encode(text, encoding)! })
    await smsc.deliver({ dataCoding, tlvs: [octetsTlv('message_payload', encode(text, encoding)!)] })
    expect(bodies(news)).toEqual([text, text])
  })

  test('that cannot be stored is reported to the operator', async () => {
    const error = new Error('The database is away')
    const failures: SmppFailure[] = []
    await bound({ onNews: () => Promise.reject(error), onError: (failure) => void failures.push(failure) })
    expect(await smsc.deliver({})).toBe(STATUS.ESME_RX_T_APPN)
    expect(failures).toEqual([{ kind: 'text', error }])
  })

  test('that cannot be stored is refused, also if the hook for errors throws', async () => {
    const fail = () => {
      throw new Error('The database is away')
    }
    await bound({ onNews: fail, onError: fail })
    expect(await smsc.deliver({})).toBe(STATUS.ESME_RX_T_APPN)
    expect(await smsc.deliver({})).toBe(STATUS.ESME_RX_T_APPN)
  })

  test('is not acknowledged before it is stored, and comes again with the same id if that fails', async () => {
    const tries: CarrierText[] = []
    let isBroken = true
    const onNews = async (more: readonly CarrierNews[]) => {
      tries.push(...(more as CarrierText[]))
      if (isBroken) throw new Error('The database is away')
    }
    await bound({ onNews })
    const shortMessage = Buffer.from('YES')
    expect(await smsc.deliver({ shortMessage })).toBe(STATUS.ESME_RX_T_APPN)
    isBroken = false
    expect(await smsc.deliver({ shortMessage })).toBe(STATUS.ESME_ROK)
    expect(await smsc.deliver({ shortMessage })).toBe(STATUS.ESME_ROK)
    const [first, second, third] = tries.map(({ providerId }) => providerId)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('does not fail because another one cannot be stored', async () => {
    const stored: CarrierNews[] = []
    let go = () => {}
    const blocked = new Promise<void>((resolve) => (go = resolve))
    const onNews = async (more: readonly CarrierNews[]) => {
      await blocked
      if (bodies(more).includes('bad')) throw new Error('Nobody can store this')
      stored.push(...more)
    }
    await bound({ onNews })
    const statuses = Promise.all(
      ['a', 'b', 'bad', 'c'].map((body) => smsc.deliver({ shortMessage: Buffer.from(body) })),
    )
    go()
    expect(await statuses).toEqual([STATUS.ESME_ROK, STATUS.ESME_ROK, STATUS.ESME_RX_T_APPN, STATUS.ESME_ROK])
    expect(bodies(stored)).toEqual(['a', 'b', 'c'])
  })

  test.each([
    ['a source of 21 characters', { source: '1'.repeat(21) }],
    ['a service_type of 6 characters', { serviceType: 'ABCDEF' }],
    ['a short_message of 255 octets', { shortMessage: Buffer.alloc(255, 'x') }],
  ])('with %s, which is more than SMPP allows, is passed on once', async (_, given) => {
    const { news } = await bound()
    expect(await smsc.deliver(given)).toBe(STATUS.ESME_ROK)
    expect(await smsc.deliver({})).toBe(STATUS.ESME_ROK)
    expect(news).toHaveLength(2)
  })

  test('that looks like a receipt is a text', async () => {
    const { news } = await bound()
    await smsc.deliver({ shortMessage: Buffer.from('id:1 stat:DELIVRD err:000') })
    expect(news).toMatchObject([{ kind: 'inbound' }])
  })
})

test.each([
  ['an acknowledgement by a person', { esmClass: 0x10 }],
  ['a receipt', { esmClass: 0x04, shortMessage: Buffer.from('id:1 stat:DELIVRD') }],
])('%s from a source of 21 characters is acknowledged, and the connection goes on', async (_, given) => {
  const { news } = await bound()
  expect(await smsc.deliver({ source: '1'.repeat(21), ...given })).toBe(STATUS.ESME_ROK)
  expect(await smsc.deliver({ shortMessage: Buffer.from('next') })).toBe(STATUS.ESME_ROK)
  expect(bodies(news)).toEqual(['next'])
})

describe('a text in parts', () => {
  const BODY = `${'鐘'.repeat(66)}🔔 and ${'x'.repeat(100)}`
  const partsOf = (long: LongTexts, reference = 7) => contentsOf(BODY, { alphabet: 'gsm7', long }, () => reference)!

  test.each(['udh', 'sar', 'payload'] as const)('as %s is put together, in whatever order it comes', async (long) => {
    const { news } = await bound()
    for (const part of partsOf(long).toReversed()) {
      expect(bodies(news)).toEqual([])
      expect(await smsc.deliver(part)).toBe(STATUS.ESME_ROK)
    }
    expect(bodies(news)).toEqual([BODY])
  })

  test('is put together across processes', async () => {
    const parts = memoryParts()
    const [first, second] = [await bound({ parts }), await bound({ parts })]
    const [one, two, three] = partsOf('udh')
    await smsc.deliver(one!, 0)
    await smsc.deliver(three!, 1)
    await smsc.deliver(two!, 1)
    expect([bodies(first.news), bodies(second.news)]).toEqual([[], [BODY]])
  })

  test('is not mixed with another from the same phone, or with the same number from another phone', async () => {
    const { news } = await bound()
    const others = [
      partsOf('udh', 7),
      partsOf('udh', 8),
      partsOf('udh', 7).map((part) => ({ ...part, source: '12025550111' })),
    ]
    for (let i = 0; i < 3; i++) for (const parts of others) await smsc.deliver(parts[i]!)
    expect(bodies(news)).toEqual([BODY, BODY, BODY])
  })

  test('comes once if a part is repeated, before and after it is whole', async () => {
    const { news } = await bound()
    const [one, two, three] = partsOf('udh')
    for (const part of [one, one, two, three, three, one]) await smsc.deliver(part!)
    expect(bodies(news)).toEqual([BODY])
  })

  test('comes again if it could not be stored, when its last part comes again', async () => {
    const stored: CarrierNews[] = []
    let isBroken = true
    const onNews = async (more: readonly CarrierNews[]) => {
      if (isBroken) throw new Error('The database is away')
      stored.push(...more)
    }
    await bound({ onNews })
    const [one, two, three] = partsOf('udh')
    await smsc.deliver(one!)
    await smsc.deliver(two!)
    expect(await smsc.deliver(three!)).toBe(STATUS.ESME_RX_T_APPN)
    isBroken = false
    expect(await smsc.deliver(three!)).toBe(STATUS.ESME_ROK)
    expect(bodies(stored)).toEqual([BODY])
  })

  test('is delivered as far as it is there when a part does not come', async () => {
    const { news } = await bound({}, { partsMs: 50, sweepMs: 20 })
    const [one, , three] = partsOf('udh')
    await smsc.deliver(three!)
    await smsc.deliver(one!)
    await waitUntil(() => news.length > 0)
    expect(bodies(news)).toEqual([`${BODY.slice(0, 66)}${BODY.slice(133)}`])
  })

  test('waits for its parts by the given clock', async () => {
    let nowMs = Date.parse('2030-01-01T00:00:00.000Z')
    const added: Date[] = []
    const parts = memoryParts({ now: () => nowMs })
    const add: typeof parts.add = async (part) => {
      added.push(part.at)
      return parts.add(part)
    }
    const { news } = await bound({ parts: { ...parts, add }, now: () => nowMs }, { partsMs: 300_000, sweepMs: 5 })
    await smsc.deliver(partsOf('udh')[0]!)
    expect(added).toEqual([new Date(nowMs)])
    nowMs += 300_001
    await waitUntil(() => news.length > 0)
  })

  test('is delivered when a part does not come, also if another such text cannot be stored', async () => {
    const stored: CarrierNews[] = []
    const failures: SmppFailure[] = []
    const onNews = async (more: readonly CarrierNews[]) => {
      if ((more as CarrierText[]).some(({ from }) => from === '+12025550111')) throw new Error('Nobody can store this')
      stored.push(...more)
    }
    const onError = (failure: SmppFailure) => void failures.push(failure)
    await bound({ onNews, onError }, { partsMs: 50, sweepMs: 20 })
    const [one] = partsOf('udh')
    await smsc.deliver({ ...one!, source: '12025550111' })
    await smsc.deliver(one!)
    await waitUntil(() => stored.length > 0)
    expect(bodies(stored)).toEqual([BODY.slice(0, 66)])
    expect(failures).toMatchObject([{ kind: 'text', error: { message: 'Nobody can store this' } }])
  })

  test('is tried again when the parts could not be read, and the operator hears of it', async () => {
    const failures: SmppFailure[] = []
    const parts = memoryParts()
    let isBroken = true
    const claimOverdue: typeof parts.claimOverdue = async (options) => {
      if (isBroken) throw new Error('The database is away')
      return parts.claimOverdue(options)
    }
    const hooks = { parts: { ...parts, claimOverdue }, onError: (failure: SmppFailure) => void failures.push(failure) }
    const { news } = await bound({ ...hooks }, { partsMs: 50, sweepMs: 20 })
    await smsc.deliver(partsOf('udh')[0]!)
    await waitUntil(() => failures.length > 0)
    expect(failures[0]).toMatchObject({ kind: 'sweep', error: { message: 'The database is away' } })
    isBroken = false
    await waitUntil(() => news.length > 0)
  })

  test('keeps a character whose halves are in two parts', async () => {
    const { news } = await bound()
    const octets = encode('a🔔b', 'ucs2')!
    const sar = (part: number) => [
      shortTlv('sar_msg_ref_num', 1),
      octetTlv('sar_total_segments', 2),
      octetTlv('sar_segment_seqnum', part),
    ]
    await smsc.deliver({ dataCoding: 8, shortMessage: octets.subarray(0, 4), tlvs: sar(1) })
    await smsc.deliver({ dataCoding: 8, shortMessage: octets.subarray(4), tlvs: sar(2) })
    expect(bodies(news)).toEqual(['a🔔b'])
  })
})
