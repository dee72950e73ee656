import type { Place } from './condition-of-rows.js'

/** A fault that the service found in a request, by the path of the field: `filter.contact.all[0].tz.eq`. */
export type FieldFault = { readonly field: string; readonly message: string }

/** The faults by the id of the row or group that they belong to. Others belong to the whole filter, with the id `root`. */
export function faultsByRow(
  faults: readonly FieldFault[],
  places: readonly Place[],
  root: number,
): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  for (const { field, message } of faults) {
    const id = placeOf(pathIn(field), places) ?? root
    if (!found.has(id)) found.set(id, `This ${message}.`)
  }
  return found
}

/** The row with the longest path that leads to the fault. Of two rows of one field, the first. */
function placeOf(path: string, places: readonly Place[]): number | null {
  let best: Place | null = null
  for (const place of places) {
    const isCloser = best === null || place.path.length > best.path.length
    if (isCloser && leadsTo(place.path, path)) best = place
  }
  return best?.id ?? null
}

function leadsTo(path: string, end: string): boolean {
  return end === path || end.startsWith(`${path}.`) || end.startsWith(`${path}[`)
}

/** From `contact` on: what is before it differs by request. */
function pathIn(field: string): string {
  const start = /(?:^|\.)(contact(?:[.[].*)?)$/s.exec(field)
  return start?.[1] ?? ''
}
