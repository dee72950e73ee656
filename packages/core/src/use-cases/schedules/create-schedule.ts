import { canaryOf } from '../../model/broadcasts/canary.js'
import { IDEMPOTENCY_WINDOW_MS, keyNameOf, type IdempotencyKeyName } from '../../model/idempotency/key.js'
import { parseAudience, type AskedAudience } from '../../model/schedules/audience.js'
import { firstOccurrence } from '../../model/schedules/occurrences.js'
import { scheduleView, type ScheduleView } from '../../model/schedules/schedule-view.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import { awaited } from '../../model/schedules/send-times.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { addMs } from '../../values/time/instant.js'
import type { Attempted, Once } from '../idempotency/once.js'
import { occurrenceJobOf } from './schedule-jobs.js'
import { keepAudience } from '../audiences/check-audience.js'
import {
  checkBeginning,
  checkContent,
  checkParts,
  contentOf,
  type ScheduleContent,
  type ScheduleRequest,
} from './schedule-request.js'

export type CreateScheduleInput = Omit<ScheduleRequest, 'audience'> & {
  readonly audience: AskedAudience
  readonly idempotencyKey: string | null
}

export type CreatedSchedule = { readonly schedule: ScheduleView; readonly replayed: boolean }

/** Creates a schedule, once for each key. Each send determines the recipients and checks the credits anew. */
export class CreateSchedule {
  constructor(
    private readonly deps: {
      readonly unitOfWork: UnitOfWork
      readonly clock: Clock
      readonly ids: Ids
      readonly once: Once
    },
  ) {}

  async execute(input: CreateScheduleInput): Promise<CreatedSchedule> {
    const name = keyNameOf(input.account.id, 'schedule', input.idempotencyKey)
    const { answer, replayed } = await this.deps.once.run(name, () => this.attempt(input, name))
    return { schedule: answer as ScheduleView, replayed }
  }

  private attempt(input: CreateScheduleInput, name: IdempotencyKeyName | null): Promise<Attempted> {
    const { ids, clock, unitOfWork } = this.deps
    const now = clock.now()
    const id = ids.next('sch')
    const running = name && { ...name, target: id, answer: null, expiresAt: null }
    return unitOfWork.run(async (stores) => {
      const inUseBy = running && (await stores.idempotencyKeys.bind(running, now))
      if (inUseBy !== null) return { inUseBy }
      checkParts(input)
      const audience = parseAudience(input.audience)
      await keepAudience(stores, input.account.id, audience)
      const { template, content } = await contentOf(stores, { ...input, isKept: true })
      checkBeginning(input.timetable, now)
      await checkContent(stores, { ...input, content })
      const schedule = newSchedule({ ...input, audience }, { id, template, now })
      // Adds nothing if an earlier, unacknowledged commit has already added the schedule.
      await stores.schedules.add(schedule)
      await stores.jobs.put([occurrenceJobOf(schedule, now)!])
      const view = scheduleView(schedule, input.account)
      if (running !== null)
        await stores.idempotencyKeys.save({ ...running, answer: view, expiresAt: addMs(now, IDEMPOTENCY_WINDOW_MS) })
      return { answer: view, takesKey: true }
    })
  }
}

function newSchedule(
  { account, audience, from, body, smartEncoding = null, timetable, waves, canary }: ScheduleRequest,
  { id, template, now }: Pick<Schedule, 'id'> & Pick<ScheduleContent, 'template'> & { readonly now: Date },
): Schedule {
  return {
    id,
    account: account.id,
    status: 'active',
    from,
    body: template === null ? body : '',
    template: template && template.id,
    smartEncoding,
    audience,
    timetable,
    waves,
    canary: canary == null ? null : canaryOf(canary),
    next: awaited(timetable, firstOccurrence(timetable)),
    revision: 1,
    occurred: 0,
    skipped: [],
    hasSent: false,
    createdAt: now,
    updatedAt: now,
  }
}
