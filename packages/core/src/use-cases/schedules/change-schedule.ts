import type { Account } from '../../model/accounts/account.js'
import { canaryOf } from '../../model/broadcasts/canary.js'
import { scheduleView, type ScheduleView } from '../../model/schedules/schedule-view.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import { isTooLate } from '../../model/schedules/send.js'
import { hasMedia } from '../../model/templates/template-content.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { hasPlanned, passed, withoutBegun, withTimetable } from './advance-schedule.js'
import { refuseEnded, requireLockedSchedule, type ScheduleName } from './read-schedule.js'
import { saveWithJob } from './schedule-jobs.js'
import { keepAudience } from '../audiences/check-audience.js'
import {
  checkBeginning,
  checkParts,
  checkSenderOf,
  checkTextsOf,
  contentOf,
  type SchedulePatch,
  type SentBy,
} from './schedule-request.js'

export type ChangeScheduleInput = ScheduleName & { readonly patch: SchedulePatch }

/** Changes the given fields. Changes apply from the next send: a send that has begun continues unchanged. */
export class ChangeSchedule {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ patch, ...name }: ChangeScheduleInput): Promise<ScheduleView> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const before = await requireLockedSchedule(stores, name)
      refuseEnded(before)
      const after = await changed(stores, { before, patch, name, now })
      if (after !== before) await saveWithJob(stores, after, now)
      return scheduleView(after, name.account)
    })
  }
}

type Change = {
  readonly before: Schedule
  readonly patch: SchedulePatch
  readonly name: ScheduleName
  readonly now: Date
}

async function changed(stores: Stores, { before, patch, name: { account }, now }: Change): Promise<Schedule> {
  if (Object.keys(patch).length === 0) return before
  const { status, timetable, audience, from, body, template, waves, smartEncoding, canary } = patch
  const { from: oldFrom, body: oldBody, audience: oldAudience, waves: oldWaves } = before
  const dated = timetable === undefined ? before : withTimetable(before, timetable)
  const after: Schedule = {
    ...dated,
    from: from ?? oldFrom,
    body: template === undefined ? (body ?? oldBody) : '',
    template: body === undefined ? before.template : null,
    audience: audience ?? oldAudience,
    waves: waves === undefined ? oldWaves : waves,
    canary: canary === undefined ? before.canary : canary && canaryOf(canary),
    smartEncoding: smartEncoding === undefined ? before.smartEncoding : smartEncoding,
    updatedAt: now,
  }
  checkParts(after)
  if (audience !== undefined) await keepAudience(stores, account.id, audience)
  const isNewText = body !== undefined || template !== undefined || smartEncoding !== undefined
  const sent = isNewText || from !== undefined ? await contentOf(stores, sentBy(after, patch, account)) : null
  if (timetable !== undefined) checkBeginning(timetable, now)
  const switched =
    timetable === undefined
      ? await withStatus(stores, after, status, now)
      : await withoutBegun(stores, { ...after, status: status ?? after.status }, now)
  if (sent === null) return switched
  const checked = { ...after, account, content: sent.content }
  if (from !== undefined || (template !== undefined && hasMedia(sent.content))) await checkSenderOf(stores, checked)
  if (isNewText) checkTextsOf(checked)
  return { ...switched, template: sent.template && sent.template.id }
}

function sentBy({ body, template }: Schedule, patch: SchedulePatch, account: Account): SentBy {
  return { account, body, template: patch.template ?? template ?? undefined, isKept: true }
}

async function withStatus(
  stores: Stores,
  schedule: Schedule,
  status: SchedulePatch['status'],
  now: Date,
): Promise<Schedule> {
  if (status === undefined || status === schedule.status) return schedule
  if (status === 'paused') return { ...schedule, status }
  return resumed(schedule, { hasPlanned: await hasPlanned(stores, schedule), now })
}

/**
 * Occurrences that passed during the pause are not sent later, except a one-time occurrence of at most an hour ago.
 */
function resumed(paused: Schedule, { hasPlanned, now }: { readonly hasPlanned: boolean; readonly now: Date }) {
  const active = passed({ ...paused, status: 'active' }, { hasPlanned, now })
  refuseEnded(active)
  const { next, timetable } = active
  if (timetable.recurrence === null && !next!.isOpen && isTooLate(next!.instant, now)) throw passedWhilePaused(active)
  return active
}

function passedWhilePaused({ next, timetable }: Schedule): DomainError {
  return new DomainError(
    'schedule-in-past',
    `The time of this schedule, ${timetable.at} in ${timetable.timezone}, was more than 1 hour ago: set a future time`,
    { at: next!.instant.toISOString() },
  )
}
