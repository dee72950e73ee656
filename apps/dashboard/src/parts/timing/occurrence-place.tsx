import { Text } from '@mantine/core'
import { TimeText } from '../time/time-text.js'
import { placeOf } from '../time/time-format.js'
import { useZone } from '../time/zone.js'

export type OccurrencePlaceProps = {
  readonly occurrence: { readonly at: string; readonly timezone: string; readonly sendByLocalTime?: boolean }
}

/**
 * Where the local time of an occurrence is meant, and which time that is in the zone of the page: they move apart when
 * clocks change in one of the zones.
 */
export function OccurrencePlace({ occurrence: { at, timezone, sendByLocalTime = false } }: OccurrencePlaceProps) {
  const { name } = useZone()
  return (
    <>
      <Text span size="xs" c="dimmed">
        {sendByLocalTime ? `local time of each person, else ${placeOf(timezone)}` : placeOf(timezone)}
      </Text>{' '}
      {name !== timezone && !sendByLocalTime && (
        <Text span size="xs" c="dimmed">
          (<TimeText at={at} format="short" /> in {placeOf(name)})
        </Text>
      )}
    </>
  )
}
