import { formatExactly, formatTime, type TimeStyle } from './time-format.js'
import { useZone } from './zone.js'

export type TimeTextProps = {
  /** An instant of the API. Null and undefined are shown as a dash. */
  readonly at: string | null | undefined
  readonly format?: TimeStyle
  /** Another zone than the page's, for example that of a schedule. It is then named beside the time. */
  readonly zone?: string
}

/** An instant in the zone of the page, exact when pointed at. */
export function TimeText({ at, format = 'full', zone }: TimeTextProps) {
  const { name } = useZone()
  if (at === null || at === undefined) return <span aria-label="none">–</span>
  const shown = formatTime(at, zone ?? name, format)
  return (
    <time dateTime={at} title={formatExactly(at, zone ?? name)} className="no-wrap">
      {zone !== undefined && zone !== name ? `${shown}, ${zone}` : shown}
    </time>
  )
}
