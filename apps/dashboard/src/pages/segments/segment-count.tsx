import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/read.js'
import { CountWords } from '../../parts/filters/count-words.js'
import type { Segment } from '../../parts/filters/use-all-segments.js'
import { useAccount } from '../../shell/use-session.js'

/** Counts a segment when somebody asks for it: counting every segment of a page would take long. */
export function SegmentCount({ segment: { id, name } }: { readonly segment: Pick<Segment, 'id' | 'name'> }) {
  const { id: account } = useAccount()
  const [isAsked, setIsAsked] = useState(false)
  const count = useQuery({
    ...read('segments', '/accounts/{account}/segments/{segmentId}/count', { path: { account, segmentId: id } }),
    enabled: isAsked,
    staleTime: 30_000,
  })
  if (count.data !== undefined) {
    return (
      <span role="status">
        <CountWords {...count.data} />
        {count.data.unmetConditions !== undefined && (
          <Text size="xs" c="var(--doubtful)">
            A condition holds for nobody.
          </Text>
        )}
      </span>
    )
  }
  return (
    <>
      {count.error !== null && (
        <Text size="xs" c="var(--bad)" role="alert">
          It could not be counted.
        </Text>
      )}
      <Button
        variant="default"
        size="compact-sm"
        // No spinner: it would take the focus away from the button.
        onClick={() => (isAsked ? void count.refetch() : setIsAsked(true))}
        aria-label={`Count ${name}`}
        aria-busy={count.isFetching}
      >
        {count.isFetching ? 'Counting…' : 'Count'}
      </Button>
    </>
  )
}
