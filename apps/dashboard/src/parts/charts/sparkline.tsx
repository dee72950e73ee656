import { lazy, Suspense } from 'react'
import type { SparklineProps } from './sparkline-canvas.js'

const Canvas = lazy(() => import('./sparkline-canvas.js').then(({ SparklineCanvas }) => ({ default: SparklineCanvas })))

/** A line without axes beside a number. What it shows stands in `label`, for those who cannot see it. */
export function Sparkline(props: SparklineProps) {
  return (
    <Suspense fallback={<svg width={props.width} height={props.height ?? 32} aria-hidden />}>
      <Canvas {...props} />
    </Suspense>
  )
}
