import { isoOf } from '../../values/time/instant.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { openingsAt } from './opening.js'
import type { FixedSendingHours } from './sending-windows.js'

/** What sending windows would do with the accepted recipients. */
export type WindowsPreview = {
  /** How many are sent to at once. */
  readonly atOnce: number
  /** Those whose window is closed, by zone; first those whose window opens first. */
  readonly held: readonly { readonly zone: TimeZone; readonly until: string; readonly recipients: number }[]
  /** How many would wait longer than `holdAtMost`, so that their messages fail. */
  readonly tooLate: number
}

/** How many recipients are in each zone. */
export type ZoneCounts = ReadonlyMap<TimeZone, number>

export type PreviewedZones = {
  readonly counts: ZoneCounts
  /** When the recipients of a zone are sent to. */
  readonly sentAt: (zone: TimeZone) => Date
}

export function windowsPreviewOf(hours: FixedSendingHours, { counts, sentAt }: PreviewedZones): WindowsPreview {
  let atOnce = 0
  let tooLate = 0
  const held: WindowsPreview['held'][number][] = []
  for (const [zone, recipients] of counts) {
    const opening = openingsAt(hours, sentAt(zone))(zone)
    if (opening.kind === 'open') atOnce += recipients
    else if (opening.kind === 'never') tooLate += recipients
    else held.push({ zone, until: isoOf(opening.until), recipients })
  }
  return { atOnce, held: held.sort(byOpening), tooLate }
}

function byOpening(one: WindowsPreview['held'][number], other: WindowsPreview['held'][number]): number {
  return one.until < other.until ? -1 : one.until > other.until ? 1 : one.zone < other.zone ? -1 : 1
}

/** Adds the zones of more recipients. */
export function withZones(counts: ZoneCounts, zones: Iterable<TimeZone>): ZoneCounts {
  const sums = new Map(counts)
  for (const zone of zones) sums.set(zone, (sums.get(zone) ?? 0) + 1)
  return sums
}
