import type { Adapters } from '@carillon/core'
import type { CreateApiOptions } from '../create-api.js'
import { FROM, openMessaging } from './messaging-house.js'
import { TIMETABLE, audienceOf } from './samples.js'
import type { Call } from './test-api.js'
import { workLanes } from './work-lanes.js'

export const SCHEDULES = '/messaging/broadcast/schedules'

type SettableAdapters = Adapters & {
  readonly clock: { readonly set: (now: Date) => void; readonly advance: (byMs: number) => void }
}

/** Acme with its one contact Ann, who is in VIP, and workers that work when they are told to. */
export async function openSchedules<A extends SettableAdapters>(adapters: A, options: Partial<CreateApiOptions> = {}) {
  const house = await openMessaging(adapters, options)
  const audience = audienceOf([house.groups['VIP']])
  const request = { audience, from: FROM, body: 'Hello', schedule: TIMETABLE }
  const one = (id: string, rest = '') => `${SCHEDULES}/${id}${rest}`
  return {
    ...house,
    audience,
    request,
    create: (fields: object = {}, call: Call = {}) =>
      house.api('POST', SCHEDULES, { body: { ...request, ...fields }, ...call }),
    read: (id: string, rest = '') => house.api('GET', one(id, rest)),
    list: (query = '') => house.api('GET', `${SCHEDULES}?${query}`),
    change: (id: string, patch: unknown, call: Call = {}) => house.api('PATCH', one(id), { body: patch, ...call }),
    cancel: (id: string) => house.api('DELETE', one(id)),
    /** It is that time, and all that is due is done. */
    workAt: async (instant: string) => {
      house.clock.set(new Date(instant))
      await workLanes(house.useCases, ['timed', 'bulk', 'quick'])
    },
  }
}
