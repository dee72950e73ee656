import { NOW, aTimetable, schedulingFixture, unacknowledgedCommits, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'

const HOUR_MS = 3_600_000

const open = (given?: SchedulingGiven) => schedulingFixture(inMemory({ now: NOW }), given)

const timetable = aTimetable('2026-03-09T13:00')
const idempotencyKey = 'spring-1'

test('a repeat with the same key and any content gets the first response for 48 hours from acceptance', async () => {
  const { create, change, list, clock } = await open()
  const { schedule } = await create({ timetable, idempotencyKey })
  await change(schedule.id, { body: 'Other' })
  clock.advance(48 * HOUR_MS - 1)
  const repeats: Partial<Parameters<typeof create>[0]>[] = [
    {},
    { body: 'bit.ly/1' },
    { from: '99999' },
    { timetable: aTimetable('2020-01-01T00:00') },
    { audience: { kind: 'groups', groups: ['nothing'] } },
  ]
  for (const given of repeats) {
    expect(await create({ timetable, idempotencyKey, ...given })).toEqual({ schedule, replayed: true })
  }
  expect((await list()).totalCount).toBe(1)
  clock.advance(1)
  expect(await create({ timetable, idempotencyKey })).toMatchObject({ replayed: false })
  expect((await list()).totalCount).toBe(2)
})

test('two concurrent requests with one key create one schedule', async () => {
  const { create, list } = await open()
  const made = await Promise.all([1, 2].map(() => create({ timetable, idempotencyKey })))
  expect(made.map(({ replayed }) => replayed).sort()).toEqual([false, true])
  expect((await list()).totalCount).toBe(1)
})

test('a refused request leaves its key free', async () => {
  const { create } = await open()
  await expect(create({ timetable, idempotencyKey, from: '99999' })).rejects.toMatchObject({
    code: 'sender-not-assigned',
  })
  expect(await create({ timetable, idempotencyKey })).toMatchObject({ replayed: false })
})

test('a key applies to one kind of request: a broadcast may use the same key', async () => {
  const { create, start, contacts } = await open()
  const phones = contacts.map(({ phone }) => phone)
  const recipients = { phones, keys: null, bodies: null, mediaUrls: null }
  expect(await start({ idempotencyKey, recipients })).toMatchObject({ replayed: false })
  expect(await create({ timetable, idempotencyKey })).toMatchObject({ replayed: false })
})

test('requests without a key are never deduplicated', async () => {
  const { create, list } = await open()
  for (let n = 0; n < 2; n++) expect(await create({ timetable })).toMatchObject({ replayed: false })
  expect((await list()).totalCount).toBe(2)
})

test('a request whose commit is not acknowledged creates one schedule, with or without a key', async () => {
  const adapters = inMemory({ now: NOW })
  const unitOfWork = unacknowledgedCommits(adapters.unitOfWork)
  const { create, list } = await schedulingFixture({ ...adapters, unitOfWork })
  unitOfWork.loseReplies()
  for (const key of [null, idempotencyKey]) {
    expect(await create({ timetable, idempotencyKey: key })).toMatchObject({ replayed: false })
  }
  expect((await list()).totalCount).toBe(2)
})
