import type { Account, PreviewScheduleInput, StartBroadcastInput, UseCases } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { BULK_READS_PER_ACCOUNT_MAX, RENDERS_PER_ACCOUNT_MAX } from '../broadcasts/bulk-body.js'
import { memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { AS_POOR, FROM, SMS } from '../testing/fixtures/messaging-fixture.js'
import { TIMETABLE, audienceOf } from '../testing/samples.js'
import { KEY, authorized, openTestApi } from '../testing/test-api.js'

const ACME = { headers: authorized(KEY) }
/** The service treats a body with a content encoding as long, because its length is unknown. */
const LONG = { 'content-encoding': 'identity' }
const BATCH = { from: FROM, recipients: [{ to: memberNumber(0), body: 'Hi' }] }

const scheduleIn = (group: string) => ({
  audience: audienceOf([group]),
  from: FROM,
  body: 'Hi',
  schedule: TIMETABLE,
})

const open = async () => openRenders(await openBroadcasts(inMemory()))
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

/** Opens the fixture with bulk previews that record when they begin, and wait until the test ends them. */
async function openRenders(fixture: Awaited<ReturnType<typeof openBroadcasts>>) {
  await fixture.openPoor()
  const begun: { readonly account: string; readonly end: () => void }[] = []
  let notify = () => {}
  const { previewBroadcast, previewSchedule } = fixture.useCases
  const takeSlot = ({ account }: { readonly account: Account }) =>
    new Promise<void>((end) => {
      begun.push({ account: account.name, end })
      notify()
    })
  const slowly = <Input extends { readonly account: Account }, T>(execute: (input: Input) => Promise<T>) => ({
    execute: (input: Input) => takeSlot(input).then(() => execute(input)),
  })
  const useCases = {
    ...fixture.useCases,
    previewBroadcast: slowly((input: StartBroadcastInput) => previewBroadcast.execute(input)),
    previewSchedule: slowly((input: PreviewScheduleInput) => previewSchedule.execute(input)),
  } as UseCases
  const { call } = await openTestApi(fixture, { useCases })
  const post = async (kind: string, body: object, { headers } = ACME) =>
    (await call('POST', `/api/v1/messaging/${kind}`, { headers, body })).status
  return {
    begun,
    preview: (as = ACME) => post('preview', { kind: 'batch', request: BATCH }, as),
    schedulePreview: () => post('preview', { kind: 'schedule', request: scheduleIn(fixture.groups['VIP']!) }),
    longPreview: () => post('preview', { kind: 'batch', request: BATCH }, { headers: { ...ACME.headers, ...LONG } }),
    messagePreview: () => post('preview', { kind: 'message', request: SMS }),
    longBatch: () => post('batch', BATCH, { headers: { ...ACME.headers, ...LONG } }),
    /** Waits until that many previews have begun in total. */
    untilBegun: async (count: number) => {
      while (begun.length < count) await new Promise<void>((resolve) => (notify = resolve))
    },
  }
}

describe('bulk previews', () => {
  test('of one account are rendered one at a time, in parallel with those of other accounts', async () => {
    const { begun, preview, untilBegun } = fixture
    const own = [preview(), preview()]
    const others = preview(AS_POOR)
    await untilBegun(2)
    expect(new Set(begun.map(({ account }) => account))).toEqual(new Set(['Acme', 'Poor']))
    begun.forEach(({ end }) => end())
    await untilBegun(3)
    expect(begun[2]!.account).toBe('Acme')
    begun[2]!.end()
    expect(await Promise.all(own)).toEqual([200, 200])
    expect(await others).toBe(400)
  })

  test('do not delay the preview of a message', async () => {
    const { begun, preview, untilBegun, messagePreview } = fixture
    const first = preview()
    await untilBegun(1)
    expect(await messagePreview()).toBe(200)
    begun[0]!.end()
    expect(await first).toBe(200)
  })

  test.each(['preview', 'schedulePreview'] as const)(
    'get 503 while too many of the same account wait in the queue, and are accepted afterwards: %s',
    async (name) => {
      const { begun, untilBegun } = fixture
      const preview = () => fixture[name]()
      const all = Array.from({ length: RENDERS_PER_ACCOUNT_MAX + 1 }, () => preview())
      expect(await Promise.race(all)).toBe(503)
      for (let i = 0; i < RENDERS_PER_ACCOUNT_MAX; i++) {
        await untilBegun(i + 1)
        begun[i]!.end()
      }
      expect((await Promise.all(all)).filter((status) => status === 200)).toHaveLength(RENDERS_PER_ACCOUNT_MAX)
      const next = preview()
      await untilBegun(RENDERS_PER_ACCOUNT_MAX + 1)
      begun.at(-1)!.end()
      expect(await next).toBe(200)
    },
  )

  test('count towards the limit on large request bodies until they are rendered', async () => {
    const { begun, longPreview, untilBegun, longBatch } = fixture
    const running = Array.from({ length: BULK_READS_PER_ACCOUNT_MAX }, longPreview)
    await untilBegun(1)
    expect(await longBatch()).toBe(503)
    for (let i = 0; i < running.length; i++) {
      await untilBegun(i + 1)
      begun[i]!.end()
    }
    expect(await Promise.all(running)).toEqual(running.map(() => 200))
    expect(await longBatch()).toBe(201)
  })
})
