import { usesSmartEncoding, type Account } from '../../model/accounts/account.js'
import { canaryOf, type RequestedCanary } from '../../model/broadcasts/canary.js'
import type { Audience } from '../../model/schedules/audience.js'
import { firstOccurrence } from '../../model/schedules/occurrences.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import { WAVE_RANGES, type WaveConfig } from '../../model/schedules/waves.js'
import { isTooLate } from '../../model/schedules/send.js'
import { RECURRENCE_RANGES, type Timetable } from '../../model/schedules/timetable.js'
import { checkTexts } from '../../model/templates/check-body.js'
import { hasMedia, type TemplateContent } from '../../model/templates/template-content.js'
import type { Template } from '../../model/templates/template.js'
import { WEEKDAYS } from '../../values/time/weekday.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError, refuseFaults, type FieldError } from '../../values/errors.js'
import { entriesExpected, isWithin, numberExpected, type Range } from '../../values/field-rule.js'
import { checkFrom } from '../senders/check-from.js'
import { requireSharedTemplate, requireTemplate } from '../templates/read-templates.js'

/** A schedule as requested. */
export type ScheduleRequest = {
  readonly account: Account
  readonly audience: Audience
  readonly from: string
  /** `""` with a template. */
  readonly body: string
  /** The id of a template to send in place of a body, as requested. */
  readonly template?: string | undefined
  readonly timetable: Timetable
  readonly waves: WaveConfig | null
  /** If it is absent or null, the account decides at each send. */
  readonly smartEncoding?: boolean | null | undefined
  /** The first recipients of each send, which are judged before the others are texted. */
  readonly canary?: RequestedCanary | null | undefined
}

/**
 * The fields to change; absent fields are unchanged. A timetable or an audience is replaced as a whole. Null removes
 * the waves and the canary, and leaves smart encoding to the account. A body replaces a template, and a template replaces a body.
 */
export type SchedulePatch = Partial<Omit<ScheduleRequest, 'account'>> & { readonly status?: 'active' | 'paused' }

/** Refuses values that are out of range or cannot be combined, regardless of stored data. */
export function checkParts({ timetable, waves, canary }: Parts): void {
  refuseFaults([...numberFaults({ timetable, waves })])
  const faults = [...timetableFaults(timetable)]
  if (waves !== null && timetable.sendByLocalTime) faults.push({ field: 'waveConfig', message: NOT_WITH_LOCAL_TIME })
  refuseFaults([...faults, ...canaryFaults(waves, canary)])
}

type Parts = Pick<Schedule, 'timetable' | 'waves'> & Pick<ScheduleRequest, 'canary'>

/** A canary is sent like a first wave, so it cannot be larger than one. */
function* canaryFaults(waves: WaveConfig | null, requested: Parts['canary']): Iterable<FieldError> {
  if (requested == null) return
  const { recipients } = canaryOf(requested)
  if (waves === null || recipients <= waves.recipientsPerWave) return
  const message = `must be at most waveConfig.recipientsPerWave, which is ${waves.recipientsPerWave}, got ${recipients}`
  yield { field: 'canary.recipients', message }
}

const NOT_WITH_LOCAL_TIME = 'cannot be combined with schedule.sendByLocalTime'

/** The calling program may pass any number, and with some numbers no next occurrence could ever be found. */
function* numberFaults({
  timetable: { recurrence },
  waves,
}: Pick<Schedule, 'timetable' | 'waves'>): Iterable<FieldError> {
  const { interval, dayOfMonth, endAfterOccurrences } = RECURRENCE_RANGES
  if (recurrence !== null) yield* numberFault('schedule.recurrence.interval', recurrence.interval, interval)
  if (recurrence?.frequency === 'weekly' && recurrence.daysOfWeek.length === 0) {
    yield { field: 'schedule.recurrence.daysOfWeek', message: entriesExpected({ min: 1, max: WEEKDAYS.length }) }
  }
  if (recurrence?.frequency === 'monthly') {
    yield* numberFault('schedule.recurrence.dayOfMonth', recurrence.dayOfMonth, dayOfMonth)
  }
  if (recurrence?.endType === 'afterOccurrences') {
    yield* numberFault('schedule.recurrence.endAfterOccurrences', recurrence.endAfterOccurrences, endAfterOccurrences)
  }
  if (waves !== null) {
    const { recipientsPerWave, waveIntervalMinutes } = WAVE_RANGES
    yield* numberFault('waveConfig.recipientsPerWave', waves.recipientsPerWave, recipientsPerWave)
    yield* numberFault('waveConfig.waveIntervalMinutes', waves.waveIntervalMinutes, waveIntervalMinutes)
  }
}

function* numberFault(field: string, value: number, range: Range): Iterable<FieldError> {
  if (!Number.isInteger(value) || !isWithin(value, range)) yield { field, message: numberExpected(range) }
}

const YEAR_10000 = new Date(Date.UTC(10_000, 0))

function* timetableFaults(timetable: Timetable): Iterable<FieldError> {
  const { at, recurrence } = timetable
  if (firstOccurrence(timetable).instant >= YEAR_10000) {
    yield { field: 'schedule.at', message: 'must be before the year 10000 in UTC' }
  }
  if (recurrence?.endType === 'onDate' && recurrence.endOnDate < at) {
    yield { field: 'schedule.recurrence.endOnDate', message: `must not be before schedule.at, which is ${at}` }
  }
}

/** Refuses a timetable whose first occurrence, in the timetable's zone, was too long ago. */
export function checkBeginning(timetable: Timetable, now: Date): void {
  const { wall, instant } = firstOccurrence(timetable)
  if (!isTooLate(instant, now)) return
  throw new DomainError(
    'schedule-in-past',
    `schedule.at must be at most 1 hour in the past: ${wall} in ${timetable.timezone} was ${instant.toISOString()}, and it is now ${now.toISOString()}`,
    { at: instant.toISOString(), now: now.toISOString() },
  )
}

/** With `isKept`, the template cannot be deleted until the unit of work ends. */
export type SentBy = Pick<ScheduleRequest, 'account' | 'body' | 'template'> & { readonly isKept: boolean }

export type ScheduleContent = { readonly template: Template | null; readonly content: TemplateContent }

/**
 * What a schedule sends now: its body, or the newest version of its template. Refuses a template that the account does
 * not have.
 */
export async function contentOf(
  stores: Pick<Stores, 'templates'>,
  { account, body, template: id, isKept }: SentBy,
): Promise<ScheduleContent> {
  if (id === undefined) return { template: null, content: { body, mediaUrl: null, language: null } }
  const name = { account, id }
  const template = isKept ? await requireSharedTemplate(stores, name) : await requireTemplate(stores, name)
  return { template, content: template.content }
}

type Checked = Pick<ScheduleRequest, 'account' | 'from' | 'smartEncoding'> & Pick<ScheduleContent, 'content'>

/** Refuses a sender that may not send, and texts that are not allowed. */
export async function checkContent(stores: Pick<Stores, 'senders'>, checked: Checked): Promise<void> {
  await checkSenderOf(stores, checked)
  checkTextsOf(checked)
}

export async function checkSenderOf(
  stores: Pick<Stores, 'senders'>,
  { account, from, content }: Omit<Checked, 'smartEncoding'>,
): Promise<void> {
  await checkFrom(stores, account, { from, hasMedia: hasMedia(content) })
}

export function checkTextsOf({ account, content, smartEncoding }: Omit<Checked, 'from'>): void {
  checkTexts(content, account.compliance, { smartEncoding: usesSmartEncoding({ account, smartEncoding }) })
}
