import { NOW, aTimetable, broadcastingFixture, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { ReadBroadcastVariants } from './read-broadcast-variants.js'

async function open(given?: SchedulingGiven) {
  const adapters = inMemory({ now: NOW })
  const fixture = await schedulingFixture(adapters, given)
  const { account } = fixture
  const variants = (id: string) => new ReadBroadcastVariants(adapters).execute({ account, id })
  return { ...fixture, variants }
}

const AT = '2026-03-01T13:00'

describe('the variants of a broadcast', () => {
  test('are those of all zones with recipients, also of zones whose time has not come', async () => {
    const { schedule, at, sends, variants } = await open({ contacts: [{ tz: null }, { tz: 'America/New_York' }] })
    const { id } = await schedule(aTimetable(AT, { sendByLocalTime: true }))
    await at('2026-03-01T13:00:00Z')
    const [sent] = await sends(id)
    expect(await variants(sent!.broadcastId!)).toMatchObject({
      zones: [
        {
          zone: 'UTC',
          scheduledFor: '2026-03-01T13:00:00.000Z',
          status: 'started',
          broadcast: { id: sent!.broadcastId, totalRecipients: 1, status: 'completed' },
        },
        {
          zone: 'America/New_York',
          scheduledFor: '2026-03-01T18:00:00.000Z',
          status: 'planned',
          broadcast: { totalRecipients: 1, status: 'queued' },
        },
      ],
      waves: null,
    })
  })

  test('are waves, of which those to come have an expected end', async () => {
    const { schedule, at, sends, variants } = await open({ contacts: [{}, {}, {}, {}, {}] })
    const { id } = await schedule(aTimetable(AT), { waves: { recipientsPerWave: 2, waveIntervalMinutes: 10 } })
    await at('2026-03-01T13:00:00Z')
    const [sent] = await sends(id)
    const waves = { recipientsPerWave: 2, waveIntervalMinutes: 10, count: 3 }
    const lastExpectedAt = '2026-03-01T13:20:00.000Z'
    expect(await variants(sent!.broadcastId!)).toEqual({
      zones: [],
      waves: { ...waves, begun: 1, released: 2, lastExpectedAt },
    })
    for (const minute of [10, 20]) await at(`2026-03-01T13:${minute}:00Z`)
    expect((await variants(sent!.broadcastId!)).waves).toEqual({
      ...waves,
      begun: 3,
      released: 5,
      lastExpectedAt: null,
    })
  })

  test('do not exist for a broadcast that a client requested, and are not found for an unknown id', async () => {
    const adapters = inMemory({ now: NOW })
    const { account, start, ids } = await broadcastingFixture(adapters, { members: 2, credits: 10 })
    const read = (id: string) => new ReadBroadcastVariants(adapters).execute({ account, id })
    const { broadcast } = await start()
    expect(await read(broadcast.id)).toEqual({ zones: [], waves: null })
    for (const id of [ids.next('brc'), ids.next('bat'), 'nothing']) {
      await expect(read(id)).rejects.toMatchObject({ code: 'broadcast-not-found' })
    }
  })
})
