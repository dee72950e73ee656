import { Alert, Anchor, Grid, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { keyOf, read } from '../../api/read.js'
import { serverNowMs } from '../../api/server-clock.js'
import { afterPaint } from '../../parts/after-paint.js'
import { PageHeader } from '../../parts/page-header.js'
import { QueryView } from '../../parts/state/query-view.js'
import { formatCount } from '../../parts/text/count.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { titleOf } from '../../parts/text/broadcast-title.js'
import { broadcastPath, type BroadcastView } from './broadcast-path.js'
import type { BroadcastSearch, People } from './broadcast-search.js'
import { isHeld, isRunning, neverSent, stateOf } from './broadcast-state.js'
import { BroadcastActions } from './one/broadcast-actions.js'
import { BroadcastFacts } from './one/broadcast-facts.js'
import { ClicksPanel } from './one/clicks-panel.js'
import { CountsPanel } from './one/counts-panel.js'
import { BegunBanner, HoldBanner } from './one/hold-banner.js'
import { PausedNotice } from './one/paused-notice.js'
import { PeoplePanel } from './one/people-panel.js'
import { ProgressPanel } from './one/progress-panel.js'
import { useUndo } from './one/use-undo.js'
import { VariantsPanel } from './one/variants-panel.js'

export const broadcastPage = createLazyRoute('/session/a/$account/broadcasts/$broadcast')({ component: BroadcastPage })

/** Live events come when something ends; the counts of a running broadcast change all the time. */
const REREAD_MS = 2_000

function BroadcastPage() {
  const { id: account } = useAccount()
  const { broadcast: id } = broadcastPage.useParams()
  const broadcast = useQuery({
    ...read('broadcasts', broadcastPath(id), { path: { account, broadcastId: id } }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isRunning(data) ? REREAD_MS : false),
  })
  const { data, dataUpdatedAt } = broadcast
  const found = useMemo(() => data && { view: data, atMs: dataUpdatedAt }, [data, dataUpdatedAt])
  // A running broadcast is read again and again, and what the person does comes before its new counts.
  const shown = useDeferredValue(found)
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/a/$account/broadcasts" params={{ account }} />}>
        All broadcasts
      </Anchor>
      <QueryView query={{ ...broadcast, data: shown?.view.id === id ? shown : undefined }}>
        {({ view, atMs }) => <One key={id} account={account} broadcast={view} readAtMs={atMs} />}
      </QueryView>
    </>
  )
}

type OneProps = { readonly account: string; readonly broadcast: BroadcastView; readonly readAtMs: number }

function One({ account, broadcast, readAtMs }: OneProps) {
  const { id, body } = broadcast
  const search = broadcastPage.useSearch()
  // The list of people takes long to draw, and to remove.
  const listed = useDeferredValue(search)
  const navigate = broadcastPage.useNavigate()
  const list = useCallback(
    (next: BroadcastSearch) => afterPaint(() => void navigate({ search: next, resetScroll: false })),
    [navigate],
  )
  const [inFlight, setInFlight] = useState<number | null>(null)
  const nowMs = serverNowMs()
  const { word, tone } = stateOf(broadcast, nowMs)
  const held = isHeld(broadcast, nowMs)
  return (
    <>
      <PageHeader title={titleOf({ id, body })} lead={<StatusBadge tone={tone}>{word}</StatusBadge>} />
      <PausedNotice broadcast={broadcast} />
      <BroadcastActions account={account} broadcast={broadcast} isHeld={held} onCanceled={setInFlight} />
      <Hold account={account} broadcast={broadcast} draft={search.draft} />
      {broadcast.status === 'canceled' && <CanceledNotice broadcast={broadcast} inFlight={inFlight} />}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <ProgressPanel broadcast={broadcast} readAtMs={readAtMs} isHeld={held} />
            <CountsPanel account={account} broadcast={broadcast} />
            <VariantsPanel account={account} id={id} />
            <ClicksPanel account={account} id={id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <BroadcastFacts account={account} broadcast={broadcast} />
        </Grid.Col>
        {hasPeople(listed) && (
          <Grid.Col span={12}>
            <PeoplePanel account={account} id={id} search={listed} onSearch={list} />
          </Grid.Col>
        )}
      </Grid>
    </>
  )
}

function hasPeople(search: BroadcastSearch): search is BroadcastSearch & { readonly people: People } {
  return search.people !== undefined
}

type HoldProps = { readonly account: string; readonly broadcast: BroadcastView; readonly draft: string | undefined }

function Hold({ account, broadcast, draft }: HoldProps) {
  const queryClient = useQueryClient()
  const reason = useRole().reasonAgainst('sender')
  const undo = useUndo(account, broadcast.id)
  const navigate = broadcastPage.useNavigate()
  const [wasHeld] = useState(() => isHeld(broadcast, serverNowMs()))
  const [hasEnded, setHasEnded] = useState(false)
  const [isHidden, setHidden] = useState(false)
  const isOver = hasEnded || !isHeld(broadcast, serverNowMs())
  useEffect(() => {
    // The address is passed on, and nothing can go back to the draft any more.
    if (isOver && draft !== undefined) {
      void navigate({ search: (search) => ({ ...search, draft: undefined }), replace: true, resetScroll: false })
    }
  }, [isOver, draft, navigate])
  if (isOver) {
    const isShown = wasHeld && !isHidden && broadcast.status !== 'canceled'
    return isShown ? <BegunBanner onHide={() => setHidden(true)} /> : null
  }
  const end = () => {
    setHasEnded(true)
    void queryClient.invalidateQueries({ queryKey: keyOf('broadcasts', account) })
  }
  return (
    <HoldBanner
      broadcast={broadcast}
      reason={reason}
      isUndoing={undo.isPending}
      error={undo.error}
      onUndo={() => undo.mutate(draft)}
      onEnd={end}
    />
  )
}

type CanceledNoticeProps = {
  readonly broadcast: BroadcastView
  /** How many were on their way when this page canceled it; null if the page was not there. */
  readonly inFlight: number | null
}

/** What a cancel could still prevent, and what not. */
function CanceledNotice({ broadcast, inFlight }: CanceledNoticeProps) {
  const { counts } = broadcast
  const left = counts.sent + counts.failed + (inFlight ?? counts.queued)
  const skipped = neverSent(broadcast)
  return (
    <Alert
      color={left === 0 ? 'green' : 'orange'}
      role="status"
      mb="lg"
      title={left === 0 ? 'Canceled before anything left' : 'Canceled'}
    >
      {left === 0
        ? `None of the ${formatCount(skipped)} texts left, and nothing was charged.`
        : `${formatCount(left)} had left. ${formatCount(skipped)} ${skipped === 1 ? 'person gets' : 'people get'} nothing, and their credits were released.`}
    </Alert>
  )
}
