import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.js'
import { keyOf } from '../../api/read.js'
import { PageHeader } from '../../parts/page-header.js'
import { QueryView } from '../../parts/state/query-view.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount, useSession } from '../../shell/use-session.js'
import type { ComposeSearch } from './compose-search.js'
import { Composing, type ComposingProps } from './composing.js'
import { newComposition, type Composition } from './composition.js'
import { compositionOf } from './drafts/draft-content.js'
import { unsavedAt } from './drafts/unsaved.js'
import { readKept } from './drafts/use-draft.js'

export const composePage = createLazyRoute('/session/a/$account/compose')({ component: ComposePage })

function ComposePage() {
  const { id: account, timezone } = useAccount()
  const { user } = useSession()
  const search = composePage.useSearch()
  const navigate = composePage.useNavigate()
  const reason = useRole().reasonAgainst('editor')
  const [writing, setWriting] = useState(() => newWriting(search.draft))
  // The address names a draft that this page has just created, or another one: then a new message begins.
  const { begunFromDraft, draftInUrl, draftBeingCreated } = writing
  if (draftBeingCreated !== undefined && search.draft === draftBeingCreated) {
    setWriting({ ...writing, draftInUrl: draftBeingCreated, draftBeingCreated: undefined })
  } else if (search.draft !== draftInUrl) {
    setWriting(newWriting(search.draft))
  }
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
  const common = {
    account,
    onDraftCreated: (id: string) => {
      setWriting((before) => ({ ...before, draftBeingCreated: id }))
      void navigate({ search: (before) => ({ ...before, draft: id }), replace: true })
    },
    onReload: () => setWriting(newWriting(search.draft)),
    onAnother: () => {
      setWriting(newWriting(undefined))
      void navigate({ search: {} })
    },
  }
  if (begunFromDraft === undefined) {
    const place = { user: user.id, account, draft: undefined }
    const unsaved = unsavedAt(place, { timezone, idempotencyKey: writing.key })
    const begun = unsaved?.composition ?? beginWith(timezone, search)
    return <Composing key={writing.key} {...common} begun={begun} kept={undefined} />
  }
  return <FromDraft key={writing.key} {...common} id={begunFromDraft} timezone={timezone} undone={search.undone} />
}

type Writing = {
  readonly key: string
  readonly begunFromDraft: string | undefined
  readonly draftInUrl: string | undefined
  /** It will be in the URL. */
  readonly draftBeingCreated: string | undefined
}

function newWriting(draft: string | undefined): Writing {
  return { key: newIdempotencyKey(), begunFromDraft: draft, draftInUrl: draft, draftBeingCreated: undefined }
}

type FromDraftProps = Omit<ComposingProps, 'begun' | 'kept'> & {
  readonly id: string
  readonly timezone: string
  readonly undone: true | undefined
}

/** Goes on with a draft, as the service has it at this moment. */
function FromDraft({ id, timezone, undone, ...composing }: FromDraftProps) {
  const { account } = composing
  const [opening] = useState(newIdempotencyKey)
  const draft = useQuery({
    queryKey: [...keyOf('compose', account), 'draft', id, opening],
    queryFn: ({ signal }) => readKept(account, id, signal),
    staleTime: Infinity,
    gcTime: 0,
    // It is read once: later states are those of this page.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { user } = useSession()
  const [unsaved] = useState(() =>
    unsavedAt({ user: user.id, account, draft: id }, { timezone, idempotencyKey: newIdempotencyKey() }),
  )
  const [begun] = useState(() => ({ idempotencyKey: newIdempotencyKey() }))
  if (draft.data === undefined) {
    return (
      <>
        <PageHeader title="Compose" />
        <QueryView query={draft}>{() => null}</QueryView>
      </>
    )
  }
  if (unsaved !== null) {
    // With the state that it was made from: what somebody has saved since then is not overwritten.
    const kept = { draft: draft.data.draft, etag: unsaved.etag ?? draft.data.etag }
    return <Composing {...composing} begun={unsaved.composition} kept={kept} />
  }
  const { idempotencyKey } = begun
  const composition = compositionOf(draft.data.draft, { timezone, idempotencyKey })
  // What was undone is another send: it needs another key.
  return (
    <Composing {...composing} begun={undone ? { ...composition, idempotencyKey } : composition} kept={draft.data} />
  )
}

function beginWith(timezone: string, { group, segment, template, when, at }: ComposeSearch): Composition {
  const fresh = newComposition({ timezone, idempotencyKey: newIdempotencyKey() })
  const timing = { ...fresh.timing, ...(when !== undefined && { when }), ...(at !== undefined && { at }) }
  const message = template === undefined ? {} : ({ source: 'template', template } as const)
  const begun = { ...fresh, timing, ...message, ...(group !== undefined && { groups: [group] }) }
  return segment === undefined ? begun : { ...begun, to: 'filter', filter: { ...begun.filter, segment } }
}
