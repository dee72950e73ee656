import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '../../../api/read.js'
import { Panel } from '../../../parts/panel.js'
import { QueryView } from '../../../parts/state/query-view.js'
import { CursorPager } from '../../../parts/table/cursor-pager.js'
import { useAccount } from '../../../shell/use-session.js'
import { TimelineChange } from './timeline-change.js'
import { TimelineText } from './timeline-text.js'

export type TimelineProps = {
  readonly phoneNumber: string
  readonly cursor: string | undefined
  readonly onCursor: (cursor: string | undefined) => void
}

const PER_PAGE = 30

/** What happened with the person, newest first: texts with their clicks, and changes of consent. */
export function Timeline({ phoneNumber, cursor, onCursor }: TimelineProps) {
  const { id: account } = useAccount()
  const timeline = useQuery({
    ...read('contacts', '/accounts/{account}/contacts/by-phone/{phoneNumber}/timeline', {
      path: { account, phoneNumber },
      query: { cursor, limit: PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title="Timeline">
      <QueryView query={timeline}>
        {({ results, nextCursor }) => (
          <>
            {results.length === 0 && (
              <Text size="sm" c="dimmed">
                No texts and no changes of consent yet.
              </Text>
            )}
            <ol className="plain-list timeline">
              {results.map((entry) => (
                <li key={entry.kind === 'text' ? entry.message.id : entry.change.id}>
                  {entry.kind === 'text' ? <TimelineText entry={entry} /> : <TimelineChange entry={entry} />}
                </li>
              ))}
            </ol>
            <CursorPager
              cursor={cursor}
              nextCursor={nextCursor}
              onCursor={onCursor}
              isWaiting={timeline.isPlaceholderData}
            />
          </>
        )}
      </QueryView>
    </Panel>
  )
}
