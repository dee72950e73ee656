import { Select, type SelectProps } from '@mantine/core'
import { placeOf } from './time-format.js'

export type ZoneSelectProps = Omit<
  SelectProps,
  'data' | 'searchable' | 'limit' | 'allowDeselect' | 'nothingFoundMessage'
>

/** Chooses a time zone by its city. */
export function ZoneSelect(props: ZoneSelectProps) {
  return (
    <Select
      {...props}
      data={zonesWith(props.value ?? props.defaultValue ?? null)}
      searchable
      limit={100}
      allowDeselect={false}
      nothingFoundMessage="No such zone. Search for a city."
    />
  )
}

let zones: readonly string[] | undefined

/** All zones that the browser knows, and the chosen one. */
function zonesWith(chosen: string | null) {
  zones ??= Intl.supportedValuesOf('timeZone')
  const all = chosen === null || zones.includes(chosen) ? zones : [chosen, ...zones]
  return all.map((zone) => ({ value: zone, label: zone.includes('/') ? `${placeOf(zone)} (${zone})` : zone }))
}
