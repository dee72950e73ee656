import { lazy, Suspense } from 'react'
import type { SummaryTextProps } from './summary-text.js'

/** In one file for all pages, and only where a filter is shown: otherwise every page would load its words. */
const SummaryText = lazy(() => import('./summary-text.js').then(({ SummaryText }) => ({ default: SummaryText })))

/** A filter in words. One that cannot be said in words is shown as JSON. */
export function FilterSummary(props: SummaryTextProps) {
  return (
    <Suspense fallback={null}>
      <SummaryText {...props} />
    </Suspense>
  )
}
