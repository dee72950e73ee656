import { sendEvent } from '../../model/events/event.js'
import { occurrenceJobIdOf, type Schedule } from '../../model/schedules/schedule.js'
import { sendJobIdOf, type Send } from '../../model/schedules/send.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId, BroadcastId } from '../../values/ids.js'
import { cancelIn } from '../broadcasts/cancel-broadcast.js'
import { ended } from './advance-schedule.js'
import { lockSchedule, requireLockedSchedule, type ScheduleName } from './read-schedule.js'

/**
 * Ends a schedule if it has started a send; otherwise removes it. Its running broadcasts are canceled first, each in a
 * separate unit of work, so that a repeated request after a crash finds the rest. A schedule that has already ended
 * keeps its row unchanged, but its last sends may still have waves or zones to come: their broadcasts are canceled too.
 * A schedule that disappears after it was first read counts as deleted: an unacknowledged commit of this request may
 * have removed it.
 */
export class CancelSchedule {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  async execute(name: ScheduleName): Promise<void> {
    const { unitOfWork, clock, ids } = this.deps
    let wasThere = false
    for (;;) {
      const running = await unitOfWork.run(async (stores) => {
        const schedule = await (wasThere ? lockSchedule : requireLockedSchedule)(stores, name)
        wasThere = true
        return schedule === null ? [] : endUnlessRunning(stores, ids, schedule, clock.now())
      })
      if (running.length === 0) return
      for (const broadcast of running) {
        await unitOfWork.run((stores) => cancelIn(stores, ids, broadcast, clock.now()))
      }
    }
  }
}

type Running = { readonly account: AccountId; readonly id: BroadcastId }

/** No occurrence can begin while the schedule is locked, so it ends only when none of its broadcasts is running. */
async function endUnlessRunning(stores: Stores, ids: Ids, schedule: Schedule, now: Date): Promise<readonly Running[]> {
  const { account, id, status } = schedule
  const running = await stores.schedules.running(account, id)
  if (running.length > 0) return running.map((broadcast) => ({ account, id: broadcast }))
  if (status !== 'ended') await end(stores, ids, schedule, now)
  return []
}

async function end(stores: Stores, ids: Ids, schedule: Schedule, now: Date): Promise<void> {
  const { schedules, jobs } = stores
  const { account, id, hasSent } = schedule
  const planned = await schedules.planned(account, id)
  if (hasSent) {
    for (const send of planned) await skip(stores, ids, send, now)
    await schedules.save(ended(schedule, now))
  } else {
    await schedules.remove(account, id)
  }
  await jobs.remove(account, [occurrenceJobIdOf(id), ...planned.map((send) => sendJobIdOf(send.id))])
}

/** Skips a planned send, with the same event as any skipped send. */
async function skip({ schedules, events }: Stores, ids: Ids, send: Send, at: Date): Promise<void> {
  const skipped = { ...send, status: 'skipped', reason: 'canceled' } as const
  await schedules.saveSend(skipped)
  await events.append(send.account, [sendEvent('schedule.send.failed', skipped, { id: ids.next('evt'), at })])
}
