import { sendEvent } from '../../model/events/event.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import { isAccepted } from '../../model/schedules/send.js'
import type { Template } from '../../model/templates/template.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { FoundOccurrence, LockedOccurrence } from '../../stores/occurrence-store.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { groupBy } from '../../values/collections.js'
import { isPoolId } from '../../values/ids.js'
import { pooledSenders } from '../senders/check-from.js'
import { acceptSends, type DecidedSend } from './accept-sends.js'
import { draftOf, sendsOf, type DraftSend } from './draft-send.js'
import { afterSends, stepOf, type DueOccurrence } from './due-occurrence.js'
import type { FixAudiences } from './fix-audiences.js'
import { occurrenceJobOf, type OccurrenceJob } from './schedule-jobs.js'

export type Beginning = {
  readonly ids: Ids
  readonly clock: Clock
  readonly jobs: readonly OccurrenceJob[]
  readonly fix: FixAudiences
}

/**
 * Begins the due occurrences of these jobs in one unit of work: stores recipients, and accepts a broadcast for each zone
 * that has recipients. A send that cannot be accepted gets a failure event. Returns the jobs that must run alone.
 */
export async function beginOccurrences(stores: Stores, beginning: Beginning): Promise<readonly OccurrenceJob[]> {
  const { ids, clock, jobs, fix } = beginning
  const locked = await stores.occurrences.lock(jobs)
  const templateOf = await templatesOf(stores, locked)
  const now = clock.now()
  const gone = locked.filter(({ found }) => found === null).map(({ job }) => job)
  const moved = new Map<OccurrenceJob, Schedule>()
  const due = new Map<DueOccurrence, OccurrenceJob>()
  for (const { job, found } of locked) {
    if (found === null) continue
    const step = stepOf({ ...found, template: templateOf(found.schedule), ...(await poolOf(stores, found)) }, now)
    if (step.due === null) moved.set(job, step.schedule)
    else due.set(step.due, job)
  }
  const { drafts, alone } = await draftSends(stores, { ids, fix, now }, [...due.keys()])
  const decided = await acceptSends(stores, drafts, { clock, now })
  for (const [one, sends] of groupBy(decided, (each) => each.due)) moved.set(due.get(one)!, afterSends(one, sends, now))
  await storeSends(stores, ids, decided, now)
  await moveOn(stores, { gone, moved, decided, now })
  return alone.map((one) => due.get(one)!)
}

/** The newest versions, as they are when the occurrences begin. */
async function templatesOf(
  { templates }: Stores,
  locked: readonly LockedOccurrence[],
): Promise<(schedule: Schedule) => Template | null> {
  const asked = locked.flatMap(({ found }) => {
    const { account, template: id = null } = found?.schedule ?? {}
    return account === undefined || id === null ? [] : [{ account, id }]
  })
  const found = asked.length === 0 ? [] : await templates.findOfAccounts(asked)
  const byId = new Map(found.map((template) => [template.id, template]))
  return ({ template }) => (template === null ? null : (byId.get(template) ?? null))
}

async function poolOf(
  stores: Stores,
  { schedule: { from }, account }: FoundOccurrence,
): Promise<Pick<DueOccurrence, 'pooled'>> {
  return isPoolId(from) ? { pooled: await pooledSenders(stores, account, from) } : {}
}

type Drafts = { readonly drafts: readonly DraftSend[]; readonly alone: readonly DueOccurrence[] }

async function draftSends(
  stores: Stores,
  { ids, fix, now }: Pick<Beginning, 'ids' | 'fix'> & { readonly now: Date },
  due: readonly DueOccurrence[],
): Promise<Drafts> {
  const drafts: DraftSend[] = []
  const alone: DueOccurrence[] = []
  const planned = due.flatMap((one) => {
    const draft = draftOf(one, { ids, now })
    if (!('times' in draft)) drafts.push(draft)
    return 'times' in draft ? [draft] : []
  })
  const totals = planned.length === 0 ? [] : await fix(stores, planned)
  for (const [i, occurrence] of planned.entries()) {
    const found = totals[i]
    if (found == null) alone.push(occurrence.due)
    else drafts.push(...sendsOf(ids, occurrence, found))
  }
  return { drafts, alone }
}

async function storeSends(stores: Stores, ids: Ids, decided: readonly DecidedSend[], now: Date): Promise<void> {
  const sends = decided.map(({ send }) => send)
  await stores.schedules.addSends(sends)
  // Nobody is told of a skip that a client asked for, because nothing has failed.
  const unsent = sends.filter((send) => !isAccepted(send) && send.reason !== 'by_request')
  for (const [account, some] of groupBy(unsent, (send) => send.account)) {
    const events = some.map((send) => sendEvent('schedule.send.failed', send, { id: ids.next('evt'), at: now }))
    await stores.events.append(account, events)
  }
}

type Moved = {
  /** The jobs of schedules that do not exist any more. */
  readonly gone: readonly OccurrenceJob[]
  readonly moved: ReadonlyMap<OccurrenceJob, Schedule>
  readonly decided: readonly DecidedSend[]
  readonly now: Date
}

/** Saves the schedules, and replaces their jobs. */
async function moveOn({ occurrences, jobs }: Stores, { gone, moved, decided, now }: Moved): Promise<void> {
  await occurrences.saveSchedules([...moved.values()])
  const next = [...moved].map(([job, schedule]) => ({ job, following: occurrenceJobOf(schedule, now) }))
  const following = next.flatMap((one) => one.following ?? [])
  await jobs.put([...decided.flatMap((one) => one.jobs), ...following])
  await occurrences.finish([...gone, ...next.filter((one) => one.following === null).map(({ job }) => job)])
}
