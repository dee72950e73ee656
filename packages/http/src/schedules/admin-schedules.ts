import type { UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { accountNameOf } from '../input/path.js'
import { ListScheduleFields } from './schedule-fields.js'
import { contentOf } from './schedule-parts.js'
import { respondCreated } from './schedules.js'

type ScheduleUseCases = Pick<UseCases, 'readAccount' | 'readContactList' | 'createSchedule'>

/** Schedules for a contact list, which only an operator can create. */
export function scheduleRoutes({ readAccount, readContactList, createSchedule }: ScheduleUseCases): Route[] {
  return [
    {
      method: 'post',
      path: '/accounts/:name/schedules',
      handle: async (req, res) => {
        const fields = await readBody(req, ListScheduleFields, { judgedLater: 'body' })
        const account = await readAccount.execute({ name: accountNameOf(req) })
        const { id } = await readContactList.execute({ account, list: fields.list })
        const audience = { kind: 'list', list: id } as const
        respondCreated(res, await createSchedule.execute({ account, audience, ...contentOf(fields) }))
      },
    },
  ]
}
