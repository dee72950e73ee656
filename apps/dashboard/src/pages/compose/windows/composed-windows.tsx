import { Text } from '@mantine/core'
import { ScheduledWindows } from '../../../parts/windows/scheduled-windows.js'
import { useSendingHours } from '../../../parts/windows/use-sending-hours.js'
import { WindowsNotice } from '../../../parts/windows/windows-notice.js'
import { filterOf, type Composition } from '../composition.js'
import type { PreviewQuery } from '../preview/use-previews.js'

export type ComposedWindowsProps = {
  readonly account: string
  readonly composition: Composition
  readonly preview: PreviewQuery['data']
}

/** What sending windows do with those who get the text: now, or at the first send of what is scheduled. */
export function ComposedWindows({ account, composition, preview }: ComposedWindowsProps) {
  const { from, source, timing } = composition
  const isTemplate = source === 'template'
  const { hasWindows, holdAtMost } = useSendingHours(account)
  if (timing.when === 'now') {
    return preview?.windows === undefined ? null : <WindowsNotice windows={preview.windows} holdAtMost={holdAtMost} />
  }
  if (composition.to !== 'numbers') {
    return (
      <ScheduledWindows
        {...{ account, audience: filterOf(composition), from, timing }}
        body={isTemplate ? '' : composition.body}
        template={isTemplate && composition.template !== '' ? composition.template : undefined}
      />
    )
  }
  // A list of numbers is saved when it is scheduled, so that there is nothing to preview before.
  return hasWindows ? <Text size="sm">People whose sending window is closed then are held until it opens.</Text> : null
}
