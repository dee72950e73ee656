import { Paper, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { read } from '../../../api/read.js'
import { Panel } from '../../../parts/panel.js'
import { QueryView } from '../../../parts/state/query-view.js'
import { formatCount } from '../../../parts/text/count.js'
import type { BroadcastView } from '../broadcast-path.js'
import type { People } from '../broadcast-search.js'
import { heldWords, neverSent } from '../broadcast-state.js'
import { failureWords } from '../../../parts/text/failure-words.js'
import { formatPercent } from '../percent.js'
import { PeopleLink } from './people-link.js'

type Of = { readonly account: string; readonly broadcast: BroadcastView }

/** The recipients by outcome. Each number leads to the people that it counts. */
export const CountsPanel = memo(function CountsPanel({ account, broadcast }: Of) {
  const { counts, totalRecipients: total } = broadcast
  const skipped = neverSent(broadcast)
  const { held = 0 } = counts
  const delivered = counts.sent === 0 ? null : counts.delivered / counts.sent
  return (
    <Panel title="Outcomes">
      <SimpleGrid cols={{ base: 2, xs: skipped > 0 ? 5 : 4 }} spacing="xs">
        <Outcome label="Waiting" count={counts.queued} people="queued" account={account} broadcast={broadcast} />
        <Outcome
          label="Sent"
          count={counts.sent}
          note={total === 0 ? undefined : `${formatPercent(counts.sent / total)} of all`}
          {...{ account, broadcast }}
          people="sent"
        />
        <Outcome
          label="Delivered"
          count={counts.delivered}
          note={delivered === null ? undefined : `${formatPercent(delivered)} of sent`}
          {...{ account, broadcast }}
        />
        <Outcome label="Failed" count={counts.failed} people="failed" isBad {...{ account, broadcast }} />
        {skipped > 0 && <Outcome label="Not sent" count={skipped} note="canceled" {...{ account, broadcast }} />}
      </SimpleGrid>
      {held > 0 && (
        <Text size="sm" mt="xs">
          {heldWords(held)}
        </Text>
      )}
      {counts.failed > 0 && <Reasons account={account} broadcast={broadcast} />}
    </Panel>
  )
})

type OutcomeProps = Of & {
  readonly label: string
  readonly count: number
  readonly note?: string | undefined
  readonly people?: People
  readonly isBad?: boolean
}

function Outcome({ label, count, note, people, isBad = false, account, broadcast }: OutcomeProps) {
  const shown = (
    <Text span fz="xl" fw={650} className="digits" c={isBad && count > 0 ? 'var(--bad)' : undefined}>
      {formatCount(count)}
    </Text>
  )
  return (
    <Paper bg="var(--inset)" radius="md" p="sm">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {people === undefined || count === 0 ? (
        shown
      ) : (
        <PeopleLink
          c="inherit"
          underline="always"
          aria-label={`${label}: ${formatCount(count)}. Show these people`}
          account={account}
          id={broadcast.id}
          search={{ people }}
        >
          {shown}
        </PeopleLink>
      )}
      <Text size="xs" c="dimmed" mih="1.2em">
        {note}
      </Text>
    </Paper>
  )
}

/** Why texts failed, the most frequent reason first. */
function Reasons({ account, broadcast: { id } }: Of) {
  const failures = useQuery(
    read('broadcasts', '/accounts/{account}/messaging/broadcasts/{broadcastId}/failures', {
      path: { account, broadcastId: id },
    }),
  )
  return (
    <QueryView query={failures}>
      {({ results }) => (
        <ul className="plain-list reasons" aria-label="Failed, by reason">
          {results.map(({ errorType, count }) => (
            <li key={errorType}>
              <PeopleLink size="sm" account={account} id={id} search={{ people: 'failed', reason: errorType }}>
                {failureWords(errorType)}
              </PeopleLink>
              <Text span size="sm" className="digits">
                {formatCount(count)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  )
}
