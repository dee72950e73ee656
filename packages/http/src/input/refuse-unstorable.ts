import { DomainError, invalidInput, isStorable } from '@carillon/core'

export const DEPTH_MAX = 32
export const UNSTORABLE = 'NUL or a lone surrogate'

/** Refuses text that cannot be stored, and nesting that is too deep, in one pass without recursion. */
export function refuseUnstorable(body: object, judgedLater: string | null) {
  const places: Place[] = [{ value: body, depth: 1, name: '', parent: null }]
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    for (const [name, value] of Object.entries(place.value) as [string, unknown][]) {
      if (!isStorable(name)) throw invalidInput(pathOf(place) || 'body', `must not have a key with ${UNSTORABLE}`)
      if (typeof value === 'string' && name !== judgedLater && !isStorable(value)) {
        throw invalidInput(pathOf({ value: body, depth: 0, name, parent: place }), `must not contain ${UNSTORABLE}`)
      }
      if (typeof value !== 'object' || value === null) continue
      if (place.depth === DEPTH_MAX) throw tooDeep()
      places.push({ value, depth: place.depth + 1, name, parent: place })
    }
  }
}

type Place = { readonly value: object; readonly depth: number; readonly name: string; readonly parent: Place | null }

export function tooDeep(): DomainError {
  return new DomainError('invalid-input', `The body is nested deeper than ${DEPTH_MAX} levels`)
}

function pathOf(place: Place): string {
  if (place.parent === null) return place.name
  const parent = pathOf(place.parent)
  if (Array.isArray(place.parent.value)) return `${parent}[${place.name}]`
  return parent === '' ? place.name : `${parent}.${place.name}`
}
