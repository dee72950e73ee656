import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { Result } from '../../../api/operation.js'
import { read } from '../../../api/read.js'
import { Panel } from '../../../parts/panel.js'
import type { Column } from '../../../parts/table/column.js'
import { CursorTable } from '../../../parts/table/cursor-table.js'
import { formatCount } from '../../../parts/text/count.js'
import { TimeText } from '../../../parts/time/time-text.js'
import { broadcastPath } from '../broadcast-path.js'
import { formatPercent } from '../percent.js'
import { PeopleLink } from './people-link.js'

type Clicks = Result<'/accounts/{account}/messaging/broadcast/{broadcastId}/clicks', 'get'>
type LinkClicks = Clicks['links'][number]

type Of = { readonly account: string; readonly id: string }

/** The clicks on the tracking links of a broadcast, by people and by bots. Nothing if it has no link. */
export const ClicksPanel = memo(function ClicksPanel({ account, id }: Of) {
  const clicks = useQuery(read('broadcasts', broadcastPath(id, '/clicks'), { path: { account, broadcastId: id } }))
  const { links = [], recipients = 0, recipientsWhoClicked = 0 } = clicks.data ?? {}
  if (links.length === 0) return null
  return (
    <Panel title="Clicks">
      <Text size="sm" mb="xs">
        {formatCount(recipientsWhoClicked)} of {formatCount(recipients)} people clicked
        {recipients > 0 && ` (${formatPercent(recipientsWhoClicked / recipients)})`}.
      </Text>
      <CursorTable
        label="Clicks by link"
        columns={columnsOf(account, id)}
        query={{ ...clicks, data: { results: links } }}
        rowKey={({ link }) => link}
        empty={null}
      />
    </Panel>
  )
})

function columnsOf(account: string, id: string): readonly Column<LinkClicks>[] {
  return [
    {
      key: 'link',
      label: 'Link',
      cell: ({ link }) => (
        <PeopleLink
          className="row-link breaking"
          size="sm"
          account={account}
          id={id}
          search={{ people: 'clicked', link }}
        >
          {link}
        </PeopleLink>
      ),
    },
    { key: 'recipients', label: 'People', align: 'right', cell: ({ recipients }) => formatCount(recipients) },
    { key: 'people', label: 'Clicks', align: 'right', cell: ({ people }) => formatCount(people) },
    { key: 'bots', label: 'By bots', align: 'right', cell: ({ bots }) => formatCount(bots) },
    { key: 'last', label: 'Last', cell: ({ lastClickedAt }) => <TimeText at={lastClickedAt} format="short" /> },
  ]
}
