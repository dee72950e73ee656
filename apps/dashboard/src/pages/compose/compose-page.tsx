import { Alert } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createLazyRoute } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.js'
import { PageHeader } from '../../parts/page-header.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import type { ComposeSearch } from './compose-search.js'
import { Composer } from './composer.js'
import { newComposition, type Changes, type Composition } from './composition.js'
import { usePreview } from './preview/use-previews.js'
import { Review } from './send/review.js'
import { ScheduledNotice } from './send/scheduled-notice.js'
import { useSend, type Schedule } from './send/use-send.js'

export const composePage = createLazyRoute('/session/a/$account/compose')({ component: ComposePage })

function ComposePage() {
  const { id: account, timezone } = useAccount()
  const search = composePage.useSearch()
  const reason = useRole().reasonAgainst('editor')
  const [begun, setBegun] = useState(() => beginWith(timezone, search))
  if (reason !== undefined) {
    return (
      <>
        <PageHeader title="Compose" />
        <Alert color="orange" title="You cannot compose here">
          {reason}
        </Alert>
      </>
    )
  }
  return (
    <Composing
      key={begun.idempotencyKey}
      account={account}
      begun={begun}
      onAnother={() => setBegun(beginWith(timezone))}
    />
  )
}

function beginWith(timezone: string, { group, when, at }: ComposeSearch = {}): Composition {
  const fresh = newComposition({ timezone, idempotencyKey: newIdempotencyKey() })
  const timing = { ...fresh.timing, ...(when !== undefined && { when }), ...(at !== undefined && { at }) }
  return { ...fresh, timing, ...(group !== undefined && { groups: [group] }) }
}

/** People pause this long between words; then the service is asked. */
const SETTLE_MS = 700

type ComposingProps = { readonly account: string; readonly begun: Composition; readonly onAnother: () => void }

function Composing({ account, begun, onAnother }: ComposingProps) {
  const { step, draft } = composePage.useSearch()
  const navigate = composePage.useNavigate()
  const [composition, setComposition] = useState(begun)
  const [scheduled, setScheduled] = useState<Schedule | null>(null)
  const [settled] = useDebouncedValue(composition, SETTLE_MS)
  const preview = usePreview(account, step === 'review' ? composition : settled, true)
  const change = useCallback((changes: Changes) => setComposition((before) => ({ ...before, ...changes })), [])
  const toStep = (next: 'review' | undefined) =>
    void navigate({ search: (search) => ({ ...search, step: next, undone: undefined }) })
  const renew = () => change({ idempotencyKey: newIdempotencyKey() })
  const send = useSend(account, (sent) => {
    if (sent.kind === 'schedule') return setScheduled(sent.schedule)
    void navigate({
      to: '/a/$account/broadcasts/$broadcast',
      params: { account, broadcast: sent.id },
      search: { draft },
    })
  })
  if (scheduled !== null) {
    const undone = () => {
      renew()
      send.reset()
      setScheduled(null)
      toStep(undefined)
    }
    return (
      <>
        <PageHeader title="Compose" />
        <ScheduledNotice account={account} schedule={scheduled} onUndone={undone} onAnother={onAnother} />
      </>
    )
  }
  if (step === 'review') {
    return (
      <>
        <PageHeader title="Review and send" />
        <Review {...{ account, composition, preview, send }} onBack={() => toStep(undefined)} />
      </>
    )
  }
  return (
    <>
      <PageHeader title="Compose" lead="One text to many people." />
      <Composer {...{ account, composition, settled, preview }} onChange={change} onReview={() => toStep('review')} />
    </>
  )
}
