import { useDebouncedValue } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.js'
import { useSenders } from '../../parts/message/use-senders.js'
import { PageHeader } from '../../parts/page-header.js'
import { lazyPart } from '../../parts/state/lazy-part.js'
import { Composer } from './composer.js'
import type { Changes, Composition } from './composition.js'
import { ChangedElsewhere, DraftStatus } from './drafts/draft-status.js'
import { useDraft, type KeptDraft } from './drafts/use-draft.js'
import { usePreview } from './preview/use-previews.js'
import { ScheduledNotice } from './send/scheduled-notice.js'
import { useSend, type Schedule } from './send/use-send.js'

/** Loaded when it is shown, so that the page itself stays small. */
const Review = lazyPart(async () => (await import('./send/review.js')).Review)

/** People pause this long between words; then the service is asked. */
const SETTLE_MS = 700

const route = getRouteApi('/session/a/$account/compose')

export type ComposingProps = {
  readonly account: string
  readonly begun: Composition
  /** The draft that it was begun from. */
  readonly kept: KeptDraft | undefined
  readonly onDraftCreated: (id: string) => void
  readonly onReload: () => void
  readonly onAnother: () => void
}

/** One message, from its first word until it is sent or scheduled. */
export function Composing({ account, begun, kept, onDraftCreated, onReload, onAnother }: ComposingProps) {
  const { step } = route.useSearch()
  const navigate = route.useNavigate()
  const [written, setWritten] = useState(begun)
  const firstSender = useSenders(account).data?.[0]?.number
  const composition = useMemo(() => withSender(written, firstSender), [written, firstSender])
  const [scheduled, setScheduled] = useState<Schedule | null>(null)
  const [settled] = useDebouncedValue(composition, SETTLE_MS)
  const preview = usePreview(account, step === 'review' ? composition : settled, true)
  const change = useCallback((changes: Changes) => setWritten((before) => ({ ...before, ...changes })), [])
  const toStep = (next: 'review' | undefined) =>
    void navigate({ search: (search) => ({ ...search, step: next, undone: undefined }) })
  const send = useSend(account, (sent) => {
    draft.noteSent(composition)
    if (sent.kind === 'schedule') return setScheduled(sent.schedule)
    void navigate({
      to: '/a/$account/broadcasts/$broadcast',
      params: { account, broadcast: sent.id },
      search: { draft: draft.id() },
    })
  })
  const { isPending, isSuccess: isSent } = send
  const isPaused = isPending || isSent
  const draft = useDraft({ account, composition, begun: kept, onCreated: onDraftCreated, isPaused, isSent })
  if (scheduled !== null) {
    const undone = () => {
      change({ idempotencyKey: newIdempotencyKey() })
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
  const review = () => {
    // What is reviewed is sent, even if the list of senders changes meanwhile.
    change({ from: composition.from })
    draft.saveNow()
    toStep('review')
  }
  const { state, problem, isWithoutNumbers } = draft
  const status = <DraftStatus {...{ account, state, problem, isWithoutNumbers }} />
  /** The other may have been sent with the same key. */
  const keepAsNew = () => {
    const kept = { ...composition, idempotencyKey: newIdempotencyKey() }
    setWritten(kept)
    draft.keepAsNew(kept)
  }
  const isElsewhere = draft.state === 'elsewhere'
  const elsewhere = isElsewhere && <ChangedElsewhere onReload={onReload} onKeep={keepAsNew} />
  if (step === 'review') {
    return (
      <>
        <PageHeader title="Review and send" actions={status} />
        {elsewhere}
        <Review {...{ account, composition, preview, send, isElsewhere }} onBack={() => toStep(undefined)} />
      </>
    )
  }
  return (
    <>
      <PageHeader title="Compose" lead="One text to many people." actions={status} />
      {elsewhere}
      <Composer {...{ account, composition, settled, preview }} onChange={change} onReview={review} />
    </>
  )
}

/** The first sender is used until another one is chosen. */
function withSender(composition: Composition, first: string | undefined): Composition {
  return composition.from === '' && first !== undefined ? { ...composition, from: first } : composition
}
