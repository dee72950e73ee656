import type { Adapters } from '@carillon/core'
import type { CreateApiOptions } from '../create-api.js'
import { FROM, openMessaging } from './messaging-fixture.js'
import { TIMETABLE, audienceOf } from './samples.js'
import type { Call } from './test-api.js'
import { workLanes } from './work-lanes.js'

export const SCHEDULES = '/messaging/broadcast/schedules'

type SettableAdapters = Adapters & {
  readonly clock: { readonly set: (now: Date) => void; readonly advance: (byMs: number) => void }
}

/** Acme with one contact, Ann, who is in VIP, and jobs that run only on demand. */
export async function openSchedules<A extends SettableAdapters>(adapters: A, options: Partial<CreateApiOptions> = {}) {
  const fixture = await openMessaging(adapters, options)
  const audience = audienceOf([fixture.groups['VIP']])
  const request = { audience, from: FROM, body: 'Hello', schedule: TIMETABLE }
  const one = (id: string, rest = '') => `${SCHEDULES}/${id}${rest}`
  return {
    ...fixture,
    audience,
    request,
    create: (fields: object = {}, call: Call = {}) =>
      fixture.api('POST', SCHEDULES, { body: { ...request, ...fields }, ...call }),
    read: (id: string, rest = '') => fixture.api('GET', one(id, rest)),
    list: (query = '') => fixture.api('GET', `${SCHEDULES}?${query}`),
    change: (id: string, patch: unknown, call: Call = {}) => fixture.api('PATCH', one(id), { body: patch, ...call }),
    cancel: (id: string) => fixture.api('DELETE', one(id)),
    /** Sets the clock to that time, and runs all due jobs. */
    workAt: async (instant: string) => {
      fixture.clock.set(new Date(instant))
      await workLanes(fixture.useCases, ['timed', 'bulk', 'quick'])
    },
  }
}
