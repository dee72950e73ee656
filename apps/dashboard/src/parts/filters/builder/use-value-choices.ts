import { zoneLabel, ZONES } from '../../text/contact-zones.js'
import { GENDERS } from '../../text/genders.js'
import { optionsOf, type Field } from '../language/fields.js'
import type { Named } from '../language/filter-names.js'
import { useBuilder } from './builder-context.js'

type Choice = { readonly value: string; readonly label: string }

export type ValueChoices = { readonly choices: readonly Choice[]; readonly nothingFound: string }

/** What a value can be chosen from. A value that is not offered any more stays among them. */
export function useValueChoices(field: Field, chosen: readonly string[]): ValueChoices {
  const { choices, nothingFound, gone } = useOffered(field)
  const missing = chosen.filter((value) => !choices.some((choice) => choice.value === value))
  return { choices: [...choices, ...missing.map((value) => ({ value, label: gone(value) }))], nothingFound }
}

function useOffered({ name, kind }: Field): ValueChoices & { readonly gone: (value: string) => string } {
  const { names, links } = useBuilder()
  const asIs = (value: string) => value
  switch (kind) {
    case 'groups':
      return {
        choices: named(names.groups),
        nothingFound: 'No group has this name.',
        gone: (id) => `Retired group ${id}`,
      }
    case 'segments':
      return {
        choices: named(names.segments),
        nothingFound: 'No other segment has this name.',
        gone: (id) => `Removed segment ${id}`,
      }
    case 'clicked':
      return { choices: plain(links), nothingFound: 'The account has no such link.', gone: asIs }
    case 'gender':
      return { choices: GENDERS, nothingFound: 'No such gender.', gone: asIs }
    case 'tz':
      return { choices: ZONES, nothingFound: 'No such zone.', gone: zoneLabel }
    case 'text':
    case 'date':
    case 'flag':
    case 'flagOrNone':
    case 'instant':
    case 'instantOrNone':
    case 'number':
    case 'option':
    case 'options':
      return {
        choices: plain(optionsOf(name, names.fields)),
        nothingFound: 'The field has no such option.',
        gone: asIs,
      }
  }
}

function named(all: readonly Named[]): readonly Choice[] {
  return all.map(({ id, name }) => ({ value: id, label: name }))
}

function plain(all: readonly string[]): readonly Choice[] {
  return all.map((value) => ({ value, label: value }))
}
