import { CloseButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useEffect, useMemo, useRef } from 'react'
import { read } from '../../../api/read.js'
import { Panel } from '../../../parts/panel.js'
import { CursorTable } from '../../../parts/table/cursor-table.js'
import { cursorOfPage, pageOfCursor, withCursor } from '../../../parts/table/numbered-pages.js'
import { broadcastPath } from '../broadcast-path.js'
import type { BroadcastSearch, People } from '../broadcast-search.js'
import { failureWords } from '../../../parts/text/failure-words.js'
import { CLICK_COLUMNS, messageColumns, type Clicker, type Message } from './people-columns.js'

export type PeoplePanelProps = {
  readonly account: string
  readonly id: string
  readonly search: BroadcastSearch & { readonly people: People }
  readonly onSearch: (search: BroadcastSearch) => void
}

const PER_PAGE = 25
const FAILED_COLUMNS = messageColumns('failed')

/** The people behind a number of the page. */
export const PeoplePanel = memo(function PeoplePanel(props: PeoplePanelProps) {
  const { search, onSearch } = props
  const panel = useRef<HTMLDivElement>(null)
  const { people, reason, link } = search
  // The link that opened the list is above it, often out of sight.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
    panel.current?.focus({ preventScroll: true })
  }, [people, reason, link])
  return (
    <div ref={panel} tabIndex={-1}>
      <Panel
        title={titleOf(search)}
        action={<CloseButton aria-label="Close the list of people" onClick={() => onSearch({})} />}
      >
        <List {...props} />
      </Panel>
    </div>
  )
})

function titleOf({ people, reason, link }: PeoplePanelProps['search']): string {
  if (people === 'clicked') return link === undefined ? 'People who clicked' : `People who clicked ${link}`
  if (people === 'failed' && reason !== undefined) return `Failed: ${failureWords(reason)}`
  return TITLES[people]
}

const TITLES = { queued: 'Waiting', sent: 'Sent', failed: 'Failed' } as const

function List(props: PeoplePanelProps) {
  const { people, reason } = props.search
  if (people === 'clicked') return <Clickers {...props} />
  return people === 'failed' && reason !== undefined ? (
    <FailedFor {...props} reason={reason} />
  ) : (
    <Messages {...props} />
  )
}

function Messages({ account, id, search, onSearch }: PeoplePanelProps) {
  const { people, page } = search
  const columns = useMemo(() => messageColumns(people), [people])
  const messages = useQuery({
    ...read('broadcasts', broadcastPath(id, '/messages'), {
      path: { account, broadcastId: id },
      query: { status: people === 'clicked' ? undefined : people, page, limit: PER_PAGE },
    }),
    placeholderData: keepPreviousData,
    select: withCursor<Message>,
  })
  return (
    <CursorTable
      label="People"
      columns={columns}
      query={messages}
      rowKey={({ id: message }) => message}
      empty="Nobody is in this state any more."
      cursor={cursorOfPage(page)}
      onCursor={(cursor) => onSearch({ ...search, page: pageOfCursor(cursor) })}
    />
  )
}

function FailedFor({ account, id, search, onSearch, reason }: PeoplePanelProps & { readonly reason: string }) {
  const messages = useQuery({
    ...read('broadcasts', '/accounts/{account}/messaging/broadcasts/{broadcastId}/failures/{errorType}', {
      path: { account, broadcastId: id, errorType: reason },
      query: { limit: PER_PAGE, cursor: search.cursor },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <CursorTable
      label="People"
      columns={FAILED_COLUMNS}
      query={messages}
      rowKey={({ id: message }) => message}
      empty="No text failed for this reason."
      cursor={search.cursor}
      onCursor={(cursor) => onSearch({ ...search, cursor })}
    />
  )
}

function Clickers({ account, id, search, onSearch }: PeoplePanelProps) {
  const { link, page } = search
  const clickers = useQuery({
    ...read('broadcasts', broadcastPath(id, '/clicks/recipients'), {
      path: { account, broadcastId: id },
      query: { link, page, limit: PER_PAGE },
    }),
    placeholderData: keepPreviousData,
    select: withCursor<Clicker>,
  })
  return (
    <CursorTable
      label="People"
      columns={CLICK_COLUMNS}
      query={clickers}
      rowKey={({ messageId }) => messageId}
      empty="Nobody has clicked yet."
      cursor={cursorOfPage(page)}
      onCursor={(cursor) => onSearch({ ...search, page: pageOfCursor(cursor) })}
    />
  )
}
