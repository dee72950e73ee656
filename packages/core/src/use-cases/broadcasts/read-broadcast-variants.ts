import type { Account } from '../../model/accounts/account.js'
import { broadcastView, type BroadcastView } from '../../model/broadcasts/broadcast-view.js'
import { isBroadcastId, kindOf, type Broadcast } from '../../model/broadcasts/broadcast.js'
import type { Send } from '../../model/schedules/send.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { addMs } from '../../values/time/instant.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { requireBroadcast } from './read-broadcast.js'

/** The parts of one occurrence that are sent at different times: by time zone, or in waves. */
export type BroadcastVariants = {
  /** The sends of the occurrence in order of time, this broadcast's own among them. Empty unless sent by local time. */
  readonly zones: readonly ZoneVariant[]
  /** Null if it is not sent in waves. */
  readonly waves: WaveProgress | null
}

export type ZoneVariant = {
  readonly zone: TimeZone
  readonly scheduledFor: string
  readonly status: Send['status']
  readonly reason: Send['reason']
  /** Null if the send was not accepted, or if its broadcast was deleted. */
  readonly broadcast: BroadcastView | null
}

export type WaveProgress = {
  readonly recipientsPerWave: number
  readonly waveIntervalMinutes: number
  /** How many waves there are, and how many of them have begun. */
  readonly count: number
  readonly begun: number
  /** The recipients of the waves that have begun. */
  readonly released: number
  /** When the last wave begins if none is late; null if all have begun or nothing further is sent. */
  readonly lastExpectedAt: string | null
}

/** Reads how a broadcast is spread over time. A broadcast that no schedule created has no variants. */
export class ReadBroadcastVariants {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, id }: { readonly account: Account; readonly id: string }): Promise<BroadcastVariants> {
    return this.deps.unitOfWork.run(async (stores) => {
      const kind = isBroadcastId(id) ? kindOf(id) : 'broadcast'
      const broadcast = await requireBroadcast(stores, { account, kind, id })
      const send = broadcast.send && (await stores.schedules.findSend(account.id, broadcast.send.id))
      if (send === null) return { zones: [], waves: null }
      return { zones: await zonesOf(stores, send), waves: wavesOf(broadcast, send) }
    })
  }
}

async function zonesOf(stores: Stores, send: Send): Promise<readonly ZoneVariant[]> {
  if (send.zone === null) return []
  const occurrence = { wall: send.wall, instant: send.occurrence }
  const sends = await stores.schedules.sendsOf(send.account, send.schedule, occurrence)
  const siblings = sends
    .filter(({ zone, revision }) => zone !== null && revision === send.revision)
    .sort((one, other) => one.scheduledFor.getTime() - other.scheduledFor.getTime())
  const variants: ZoneVariant[] = []
  for (const sibling of siblings) variants.push(await variantOf(stores, sibling))
  return variants
}

async function variantOf({ broadcasts }: Stores, send: Send): Promise<ZoneVariant> {
  const { account, broadcast: id, zone, scheduledFor, status, reason } = send
  const broadcast = id === null ? null : await broadcasts.find(account, id)
  return {
    zone: zone!,
    scheduledFor: scheduledFor.toISOString(),
    status,
    reason,
    broadcast: broadcast && broadcastView(broadcast),
  }
}

function wavesOf(
  { total, released, status, completedAt, pausedAt }: Broadcast,
  { waves, scheduledFor }: Send,
): WaveProgress | null {
  if (waves === null) return null
  const { recipientsPerWave, waveIntervalMinutes } = waves
  const count = Math.ceil(total / recipientsPerWave)
  const begun = Math.ceil(released / recipientsPerWave)
  const isOver = begun === count || status === 'canceled' || completedAt !== null || pausedAt !== null
  const lastAt = addMs(scheduledFor, (count - 1) * waveIntervalMinutes * 60_000)
  return {
    ...{ recipientsPerWave, waveIntervalMinutes, count, begun, released },
    lastExpectedAt: isOver ? null : lastAt.toISOString(),
  }
}
