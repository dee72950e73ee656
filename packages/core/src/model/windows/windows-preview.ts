import { isoOf } from '../../values/time/instant.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { placeOpeningsAt, type Place } from './group-windows.js'
import type { FixedSendingHours } from './sending-windows.js'

/** What sending windows would do with the accepted recipients. */
export type WindowsPreview = {
  /** How many are sent to at once. */
  readonly atOnce: number
  /** Those whose window is closed, by zone and opening; first those whose window opens first. */
  readonly held: readonly { readonly zone: TimeZone; readonly until: string; readonly recipients: number }[]
  /** How many would wait longer than `holdAtMost`, so that their messages fail. */
  readonly tooLate: number
}

/** How many recipients are in each place. */
export type PlaceCounts = ReadonlyMap<string, Place & { readonly recipients: number }>

export const NO_PLACES: PlaceCounts = new Map()

export type PreviewedPlaces = {
  readonly counts: PlaceCounts
  /** When the recipients of a zone are sent to. */
  readonly sentAt: (zone: TimeZone) => Date
}

export function windowsPreviewOf(hours: FixedSendingHours, { counts, sentAt }: PreviewedPlaces): WindowsPreview {
  let atOnce = 0
  let tooLate = 0
  const held = new Map<string, WindowsPreview['held'][number]>()
  for (const { recipients, ...place } of counts.values()) {
    const { zone } = place
    const opening = placeOpeningsAt(hours, sentAt(zone))(place)
    if (opening.kind === 'open') atOnce += recipients
    else if (opening.kind === 'never') tooLate += recipients
    else {
      const until = isoOf(opening.until)
      const before = held.get(`${zone} ${until}`)?.recipients ?? 0
      held.set(`${zone} ${until}`, { zone, until, recipients: before + recipients })
    }
  }
  return { atOnce, held: [...held.values()].sort(byOpening), tooLate }
}

function byOpening(one: WindowsPreview['held'][number], other: WindowsPreview['held'][number]): number {
  return one.until < other.until ? -1 : one.until > other.until ? 1 : one.zone < other.zone ? -1 : 1
}

/** Adds the places of more recipients. */
export function withPlaces(counts: PlaceCounts, places: Iterable<Place>): PlaceCounts {
  const sums = new Map(counts)
  for (const place of places) {
    const key = keyOf(place)
    sums.set(key, { ...place, recipients: (sums.get(key)?.recipients ?? 0) + 1 })
  }
  return sums
}

/** Takes away recipients who were counted. */
export function withoutPlaces(counts: PlaceCounts, others: PlaceCounts): PlaceCounts {
  const left = [...counts].map(([key, { recipients, ...place }]) => {
    return [key, { ...place, recipients: Math.max(0, recipients - (others.get(key)?.recipients ?? 0)) }] as const
  })
  return new Map(left.filter(([, { recipients }]) => recipients > 0))
}

/** The places of recipients whose groups do not matter. */
export function placesInZones(zones: ReadonlyMap<TimeZone, number>): PlaceCounts {
  return new Map(
    [...zones].map(([zone, recipients]) => {
      const place = { zone, groups: [] }
      return [keyOf(place), { ...place, recipients }]
    }),
  )
}

function keyOf({ zone, groups }: Place): string {
  return [zone, ...groups].join(' ')
}
