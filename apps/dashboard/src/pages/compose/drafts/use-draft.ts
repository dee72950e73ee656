import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../../api/api-error.js'
import { fetchResponse } from '../../../api/call.js'
import { keyOf } from '../../../api/read.js'
import { onSessionEnd } from '../../../api/session-end.js'
import { useSession } from '../../../shell/use-session.js'
import type { Composition } from '../composition.js'
import { contentOf, DRAFT_NUMBERS_MAX, isBlank, type Draft, type DraftContent } from './draft-content.js'
import { forgetUnsaved, isUnsaved, keepUnsaved } from './unsaved.js'

/** A draft with the state for which the next change is made. */
export type KeptDraft = { readonly draft: Draft; readonly etag: string }

export async function readKept(account: string, draftId: string, signal: AbortSignal): Promise<KeptDraft> {
  return keptOf(
    await fetchResponse('get', '/accounts/{account}/drafts/{draftId}', { path: { account, draftId }, signal }),
  )
}

async function keptOf(response: Response): Promise<KeptDraft> {
  return { draft: (await response.json()) as Draft, etag: response.headers.get('ETag') ?? '' }
}

/** A pause in typing. */
const SETTLE_MS = 1_000

type Saved = { readonly id: string; readonly etag: string; readonly json: string }
type Save = { readonly composition: Composition; readonly isSent?: boolean }

export type DraftOptions = {
  readonly account: string
  readonly composition: Composition
  /** The draft that the composition came from. */
  readonly begun: KeptDraft | undefined
  readonly onCreated: (id: string) => void
  /** While sending, nothing is saved. */
  readonly isPaused: boolean
  /** It was sent: nothing of it has to be kept any more. */
  readonly isSent: boolean
}

/** Keeps a composition in the service while it is typed. Refuses to overwrite what was written elsewhere. */
export function useDraft({ account, composition, begun, onCreated, isPaused, isSent }: DraftOptions) {
  const queryClient = useQueryClient()
  const user = useSession().user.id
  const saved = useRef<Saved | null>(begun === undefined ? null : savedOf(begun, begun.draft))
  const isShown = useRef(true)
  const [settled] = useDebouncedValue(composition, SETTLE_MS)
  const save = useMutation({
    // One after the other, so that each is made for the state that the one before has left.
    scope: { id: 'draft' },
    mutationFn: async ({ composition: written, isSent = false }: Save) => {
      const content = contentOf(written)
      const before = saved.current
      if (isSent ? before === null : before?.json === JSON.stringify(content)) return
      const response =
        before === null
          ? await fetchResponse('post', '/accounts/{account}/drafts', { path: { account }, body: content })
          : await fetchResponse('put', '/accounts/{account}/drafts/{draftId}', {
              path: { account, draftId: before.id },
              body: { ...content, ...(isSent && { isSent }) },
              headers: { 'If-Match': before.etag },
            })
      const kept = await keptOf(response)
      saved.current = savedOf(kept, content)
      if (before === null && isShown.current) onCreated(kept.draft.id)
      void queryClient.invalidateQueries({ queryKey: keyOf('drafts', account) })
    },
    onSuccess: () => {
      for (const draft of [begun?.draft.id, saved.current?.id]) forgetUnsaved({ user, account, draft })
    },
  })
  const { mutate, error } = save
  const isElsewhere = error instanceof ApiError && (error.status === 412 || error.status === 404)
  const isStopped = isPaused || isElsewhere
  useEffect(() => {
    if (!isStopped && (saved.current !== null || !isBlank(settled))) mutate({ composition: settled })
  }, [mutate, settled, isStopped])
  const latest = useRef({ composition, isStopped })
  useEffect(() => void (latest.current = { composition, isStopped }), [composition, isStopped])
  useEffect(() => {
    isShown.current = true
    return () => {
      // Another page is opened: the last words are kept too.
      isShown.current = false
      const last = latest.current
      if (!last.isStopped && !isBlank(last.composition)) mutate({ composition: last.composition })
    }
  }, [mutate])
  useEffect(() => {
    if (isSent) return
    return onSessionEnd(() => {
      const known = saved.current
      if (!isUnsaved(composition, known?.json)) return
      keepUnsaved({ user, account, draft: known?.id }, { composition, etag: known?.etag ?? null })
    })
  }, [user, account, composition, isSent])
  return {
    id: () => saved.current?.id,
    state: stateOf({ error, isElsewhere, isSaved: save.isSuccess && saved.current !== null, isSaving: save.isPending }),
    /** Why it is not saved, for example because the account has too many drafts. */
    problem: error?.message,
    isWithoutNumbers: composition.numbers.length > DRAFT_NUMBERS_MAX,
    /** It leaves the list of drafts. */
    noteSent: (sent: Composition) => mutate({ composition: sent, isSent: true }),
    saveNow: () => {
      if (!isStopped) mutate({ composition })
    },
    /** Goes on in a draft of its own, after somebody has changed this one elsewhere. */
    keepAsNew: (kept: Composition) => {
      saved.current = null
      mutate({ composition: kept })
    },
  }
}

export type DraftState = 'none' | 'saving' | 'saved' | 'failed' | 'elsewhere'

type StateFacts = {
  readonly error: Error | null
  readonly isElsewhere: boolean
  readonly isSaved: boolean
  readonly isSaving: boolean
}

function stateOf({ error, isElsewhere, isSaved, isSaving }: StateFacts): DraftState {
  if (isElsewhere) return 'elsewhere'
  if (error !== null) return 'failed'
  if (isSaving) return 'saving'
  return isSaved ? 'saved' : 'none'
}

function savedOf({ draft, etag }: KeptDraft, { body, numbers, form }: DraftContent): Saved {
  return { id: draft.id, etag, json: JSON.stringify({ body, numbers, form }) }
}
