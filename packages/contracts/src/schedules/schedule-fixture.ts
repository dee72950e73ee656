import type { PageRequest, Schedule, ScheduleQuery, ScheduleStore, Send } from '@carillon/core'
import { aBroadcast } from '../broadcasts/broadcast-builders.js'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { aSchedule, aSend, anOccurrenceAt } from './schedule-builders.js'

export type ScheduleStoreFixture = Awaited<ReturnType<typeof scheduleStoreFixture>>

const ALL: ScheduleQuery = {
  page: 1,
  limit: 20,
  statuses: null,
  timings: null,
  nextFrom: null,
  nextTo: null,
  sort: 'nextScheduledFor',
}

/** An account, with shortcuts for its schedules and their sends. */
export async function scheduleStoreFixture(open: OpenTestAdapters) {
  const fixture = await accountFixture(await open())
  const account = fixture.account.id
  const schedules = <T>(use: (store: ScheduleStore) => Promise<T>) => fixture.run((stores) => use(stores.schedules))
  const add = (schedule: Schedule) => schedules((store) => store.add(schedule))
  const list = (query: Partial<ScheduleQuery> = {}, of = account) =>
    schedules((store) => store.list(of, { ...ALL, ...query }))
  return {
    ...fixture,
    schedules,
    add,
    list,
    /** Adds and returns a schedule. */
    added: async (given?: Partial<Schedule>) => {
      const schedule = aSchedule({ account, ...given })
      if (!(await add(schedule))) throw new Error(`${schedule.id} is there already`)
      return schedule
    },
    find: (schedule: Schedule) => schedules((store) => store.find(schedule.account, schedule.id)),
    listed: async (query?: Partial<ScheduleQuery>) => (await list(query)).results,
    /** Adds and returns a send. */
    send: async (schedule: Schedule, given?: Partial<Omit<Send, 'account' | 'schedule'>>) => {
      const send = aSend({ schedule, ...given })
      await schedules((store) => store.addSends([send]))
      return send
    },
    findSend: (send: Send) => schedules((store) => store.findSend(send.account, send.id)),
    sendsOf: (schedule: Schedule, instant: Date, { wall }: Pick<Send, 'wall'> = anOccurrenceAt(instant)) =>
      schedules((store) => store.sendsOf(schedule.account, schedule.id, { wall, instant })),
    planned: (schedule: Schedule) => schedules((store) => store.planned(schedule.account, schedule.id)),
    running: (schedule: Schedule) => schedules((store) => store.running(schedule.account, schedule.id)),
    listSends: (schedule: Schedule, page: PageRequest = { page: 1, limit: 20 }) =>
      schedules((store) => store.listSends(schedule.account, schedule.id, page)),
    broadcastOf: async (send: Send | null, given?: Partial<Parameters<typeof aBroadcast>[0]>) => {
      const name = send && { schedule: send.schedule, id: send.id }
      const broadcast = aBroadcast({ account: send?.account ?? account, send: name, ...given })
      await fixture.run(({ broadcasts }) => broadcasts.add(broadcast, []))
      return broadcast
    },
  }
}
