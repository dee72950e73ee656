import { Box } from '@mantine/core'
import { lazy, Suspense, type ComponentType } from 'react'
import { Delayed } from './delayed.js'
import { LinesSkeleton } from './skeletons.js'

/**
 * A part that is loaded when it is first shown, so that pages that seldom need it stay small. `height`: about that of the
 * part, in pixels, so that what is below it moves once and not twice.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, height?: number): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function LazyPart(props: P) {
    return (
      <Suspense
        fallback={
          <Box mih={height}>
            <Delayed>
              <LinesSkeleton />
            </Delayed>
          </Box>
        }
      >
        <Loaded {...props} />
      </Suspense>
    )
  }
}
