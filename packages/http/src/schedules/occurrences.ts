import type { ListedOccurrence, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { INSTANT, instantOf } from '../input/instant.js'
import { readQuery, RequiredParameter } from '../input/query.js'

class OccurrenceQuery {
  @RequiredParameter(INSTANT) from!: string
  @RequiredParameter(INSTANT) to!: string
}

export function occurrencesRoute({ listOccurrences }: Pick<UseCases, 'listOccurrences'>): Route {
  return {
    method: 'get',
    path: '/messaging/broadcast/schedules/occurrences',
    bucket: 'scheduleRead',
    handle: async (req, res) => {
      const { from, to } = readQuery(req, OccurrenceQuery)
      const range = { from: instantOf(from), to: instantOf(to) }
      const { results, ...rest } = await listOccurrences.execute({ account: accountOf(res), ...range })
      res.json({ results: results.map(occurrenceResponse), ...rest })
    },
  }
}

function occurrenceResponse({ schedule, ...occurrence }: ListedOccurrence) {
  return { scheduleId: schedule, ...occurrence }
}
