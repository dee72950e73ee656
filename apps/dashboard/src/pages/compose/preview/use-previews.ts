import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keyOf } from '../../../api/read.js'
import { audienceOf, hasMessage, messageOf, type Composition } from '../composition.js'
import type { ShownContent } from './shown-content.js'

/** The people of an audience can be counted before a text is written; what is said of the text is then not shown. */
const NO_TEXT_YET = '-'

/** Who would get the text, what it costs, and how long the texts are. Asked again when the composition has settled. */
export function usePreview(account: string, settled: Composition, canRead: boolean) {
  const audience = audienceOf(settled)
  const { from, timing } = settled
  const message = hasMessage(settled) ? messageOf(settled) : { body: NO_TEXT_YET }
  const request = { audience: audience ?? {}, from, ...message, isScheduled: timing.when !== 'now' }
  return useQuery({
    queryKey: [...keyOf('compose', account), 'preview', request],
    queryFn: ({ signal }) =>
      call('post', '/accounts/{account}/broadcasts/compose/preview', { path: { account }, body: request, signal }),
    enabled: canRead && audience !== null && from !== '',
    placeholderData: keepPreviousData,
    // Consent changes all the time, and the counts are those of the moment.
    staleTime: 30_000,
    gcTime: 60_000,
  })
}

/** The service shows this many texts at once. */
const SAMPLES_MAX = 20
/** Further people are not shown one by one. */
export const OFFSET_MAX = 10_000

/** The texts of some real people, from the one with this index. */
export function useSamples(
  account: string,
  settled: Composition,
  { request: message, version }: Pick<ShownContent, 'request' | 'version'>,
  index: number,
  canRead: boolean,
) {
  const audience = audienceOf(settled)
  const offset = Math.floor(index / SAMPLES_MAX) * SAMPLES_MAX
  const request = { audience: audience ?? {}, ...message, offset }
  return useQuery({
    queryKey: [...keyOf('compose', account), 'samples', request, version],
    queryFn: ({ signal }) =>
      call('post', '/accounts/{account}/broadcasts/compose/samples', { path: { account }, body: request, signal }),
    enabled: canRead && audience !== null && message !== null,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
}

export type PreviewQuery = ReturnType<typeof usePreview>
