import { DAILY, aContactList, aGroup, aTimetable, ids, schedulingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { openTestApi } from '../testing/test-api.js'

async function open() {
  const adapters = inMemory()
  const fixture = await schedulingFixture(adapters)
  const { admin, call } = await openTestApi(adapters)
  const list = `/accounts/${encodeURIComponent(fixture.account.name)}/schedules`
  return { ...fixture, admin, call, list: async (query = '') => (await admin('GET', `${list}${query}`)).body }
}

test('an operator finds a schedule by its id, with account, recipients and sends but without its body', async () => {
  const { admin, account, group, from, schedule, at } = await open()
  const { id } = await schedule(aTimetable('2026-03-02T08:00', { timezone: 'Asia/Tokyo', recurrence: DAILY }), {
    waves: { recipientsPerWave: 100, waveIntervalMinutes: 5 },
  })
  const { status, body } = await admin('GET', `/schedules/${id}`)
  const found = {
    id,
    account: { id: account.id, name: account.name },
    status: 'active',
    timing: 'recurring',
    schedule: { at: '2026-03-02T08:00:00', timezone: 'Asia/Tokyo', sendByLocalTime: false, recurrence: DAILY },
    nextScheduledFor: '2026-03-01T23:00:00.000Z',
    from,
    recipients: { groups: [{ id: group.id, name: 'VIP' }] },
    waveConfig: { recipientsPerWave: 100, waveIntervalMinutes: 5 },
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    sends: [],
    upcoming: [1, 2, 3, 4, 5].map((day) => `2026-03-0${day}T23:00:00.000Z`),
  }
  expect([status, body]).toEqual([200, found])

  await at('2026-03-01T23:00:00Z')
  await at('2026-03-03T00:30:00Z')
  const { sends, upcoming } = (await admin('GET', `/schedules/${id}`)).body
  expect(upcoming[0]).toBe('2026-03-03T23:00:00.000Z')
  expect(sends).toEqual([
    {
      id: expect.stringMatching(/^snd_/),
      scheduledFor: '2026-03-02T23:00:00.000Z',
      status: 'skipped',
      reason: 'too_late',
    },
    {
      id: expect.stringMatching(/^snd_/),
      scheduledFor: '2026-03-01T23:00:00.000Z',
      status: 'started',
      broadcastId: expect.stringMatching(/^brc_/),
    },
  ])
})

test('only schedules of the account are listed, in pages, sorted by next send', async () => {
  const { list, schedule, at, neighbour, admin } = await open()
  const once = await schedule(aTimetable('2026-03-01T13:00'))
  const late = await schedule(aTimetable('2026-03-05T13:00'))
  const soon = await schedule(aTimetable('2026-03-04T13:00', { recurrence: DAILY }))
  await at('2026-03-01T13:00:00Z')
  const page = await list('?limit=2')
  expect(page).toMatchObject({ page: 1, limit: 2, totalCount: 3, results: [{ id: soon.id }, { id: late.id }] })
  const [ended] = (await list('?limit=2&page=2')).results
  expect(ended).toMatchObject({ id: once.id, status: 'ended', recipients: { groups: [{ name: 'VIP' }] } })
  for (const hidden of ['body', 'audience', 'nextScheduledFor']) expect(ended).not.toHaveProperty(hidden)
  await neighbour({ name: 'Other' })
  expect((await admin('GET', '/accounts/Other/schedules')).body).toMatchObject({ totalCount: 0, results: [] })
})

test('recipients are shown by name, even for a removed group or a list', async () => {
  const { list, schedule, run, account, group } = await open()
  const gone = aGroup({ account: account.id, name: 'Gone' })
  await run(({ groups }) => groups.put(gone))
  const groups = [group.id, gone.id]
  await schedule(aTimetable('2026-03-02T13:00'), { audience: { kind: 'groups', groups } })
  const { id } = await run(({ contactLists }) => contactLists.put(aContactList({ account: account.id, name: 'New' })))
  await schedule(aTimetable('2026-03-03T13:00'), { audience: { kind: 'list', list: id } })
  await run((stores) => stores.groups.remove(account.id, gone.id))
  const { results } = await list()
  expect(results).toMatchObject([
    {
      recipients: {
        groups: [
          { id: group.id, name: 'VIP' },
          { id: gone.id, name: 'Gone' },
        ],
      },
    },
    { recipients: { list: { id, name: 'New' } } },
  ])
})

test('an unknown or malformed id and an unknown account are not found', async () => {
  const { admin } = await open()
  const paths = [ids.next('sch'), 'sch_1', 'brc_1', '%00', '%zz'].map((id) => `/schedules/${id}`)
  for (const path of [...paths, '/accounts/Nobody/schedules']) {
    expect(await admin('GET', path)).toMatchObject({ status: 404, body: { code: 33404 } })
  }
})

test('the admin token is required', async () => {
  const { call, schedule } = await open()
  const { id } = await schedule(aTimetable('2026-03-02T13:00'))
  expect((await call('GET', `/admin/v1/schedules/${id}`)).status).toBe(401)
})
