import { lazy, Suspense } from 'react'
import { Delayed } from '../state/delayed.js'
import { LinesSkeleton } from '../state/skeletons.js'
import type { CountedBuilderProps } from './builder/counted-builder.js'

/** In one file for all pages: otherwise its many inputs would be loaded with pages that do not need them. */
const CountedBuilder = lazy(() =>
  import('./builder/counted-builder.js').then(({ CountedBuilder }) => ({ default: CountedBuilder })),
)

/** The builder of a filter, with what its filter finds. */
export function LazyBuilder(props: CountedBuilderProps) {
  return (
    <Suspense
      fallback={
        <Delayed>
          <LinesSkeleton />
        </Delayed>
      }
    >
      <CountedBuilder {...props} />
    </Suspense>
  )
}
