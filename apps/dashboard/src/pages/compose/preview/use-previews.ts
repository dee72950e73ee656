import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keyOf } from '../../../api/read.js'
import { serverNowMs } from '../../../api/server-clock.js'
import { audienceOf, type Composition } from '../composition.js'
import { previewRequestOf } from './preview-request.js'
import type { ShownContent } from './shown-content.js'

/** Who would get the text, what it costs, and how long the texts are. Asked again when the composition has settled. */
export function usePreview(account: string, settled: Composition, canRead: boolean) {
  const request = previewRequestOf(settled, serverNowMs())
  return useQuery({
    queryKey: [...keyOf('compose', account), 'preview', request],
    queryFn: ({ signal }) =>
      call('post', '/accounts/{account}/broadcasts/compose/preview', { path: { account }, body: request, signal }),
    enabled: canRead && audienceOf(settled) !== null && settled.from !== '',
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
