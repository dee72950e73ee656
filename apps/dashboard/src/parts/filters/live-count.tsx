import { Group, Loader, Text } from '@mantine/core'
import { ErrorMessage } from '../state/error-message.js'
import { CountWords } from './count-words.js'
import type { CountedFilter } from './use-filter-count.js'

/** Whom the filter finds now, or what has to be done before they can be counted. */
export function LiveCount({ counted }: { readonly counted: CountedFilter }) {
  const { missing, query, isSettled, faults } = counted
  if (missing.size > 0) return <Hint>Complete the conditions to see how many contacts they find.</Hint>
  if (isSettled && faults.size > 0)
    return <Hint>Correct the marked conditions to see how many contacts they find.</Hint>
  if (isSettled && query.error !== null) {
    return (
      <ErrorMessage
        error={query.error}
        title="The contacts could not be counted"
        onRetry={() => void query.refetch()}
      />
    )
  }
  const isChanging = !isSettled || query.isFetching
  return (
    <Group gap="xs" wrap="nowrap" role="status" aria-busy={isChanging} mih={22}>
      {query.data === undefined ? (
        <Text span size="sm" c="dimmed">
          Counting…
        </Text>
      ) : (
        <CountWords {...query.data} />
      )}
      {isChanging && <Loader size={14} aria-hidden />}
    </Group>
  )
}

function Hint({ children }: { readonly children: string }) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {children}
    </Text>
  )
}
