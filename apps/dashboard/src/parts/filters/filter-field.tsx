import { lazy, Suspense } from 'react'
import { Delayed } from '../state/delayed.js'
import { LinesSkeleton } from '../state/skeletons.js'
import type { ChoiceFieldProps } from './choice-field.js'

/** Most texts go to groups: pages load the field only if it is used. */
const ChoiceField = lazy(() => import('./choice-field.js').then(({ ChoiceField }) => ({ default: ChoiceField })))

/** Chooses an audience: a saved segment, or a filter of its own. */
export function FilterField(props: ChoiceFieldProps) {
  return (
    <Suspense
      fallback={
        <Delayed>
          <LinesSkeleton />
        </Delayed>
      }
    >
      <ChoiceField {...props} />
    </Suspense>
  )
}
