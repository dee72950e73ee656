import { Code, Radio, Select, Stack, Text } from '@mantine/core'
import { ErrorMessage } from '../state/error-message.js'
import type { FilterChoice } from './filter-choice.js'
import { FilterSummary } from './filter-summary.js'
import { LazyBuilder } from './lazy-builder.js'
import { useAllSegments } from './use-all-segments.js'

export type ChoiceFieldProps = {
  readonly account: string
  readonly choice: FilterChoice
  readonly onChange: (change: (choice: FilterChoice) => FilterChoice) => void
  /** Whether the rows say what is still to choose. */
  readonly isMissingShown: boolean
}

/** Chooses an audience: a saved segment, or a filter of its own. */
export function ChoiceField({ account, choice, onChange, isMissingShown }: ChoiceFieldProps) {
  const { by, own, asIs } = choice
  return (
    <Stack gap="md">
      <Radio.Group
        aria-label="Which filter"
        value={by}
        onChange={(next) => onChange((before) => ({ ...before, by: next as FilterChoice['by'] }))}
      >
        <Stack gap="xs">
          <Radio value="segment" label="A saved segment" />
          <Radio value="own" label="A filter for this text only" />
          {asIs !== null && <Radio value="asIs" label="The filter that it has, made by the API" />}
        </Stack>
      </Radio.Group>
      {by === 'segment' && <SegmentSelect account={account} choice={choice} onChange={onChange} />}
      {by === 'own' && (
        <LazyBuilder
          account={account}
          filter={own}
          isMissingShown={isMissingShown}
          onChange={(change) => onChange((before) => ({ ...before, own: change(before.own) }))}
        />
      )}
      {by === 'asIs' && (
        <Code block tabIndex={0} aria-label="The filter as JSON">
          {JSON.stringify(asIs, null, 2)}
        </Code>
      )}
    </Stack>
  )
}

type SegmentSelectProps = Pick<ChoiceFieldProps, 'account' | 'choice' | 'onChange'>

function SegmentSelect({ account, choice: { segment }, onChange }: SegmentSelectProps) {
  const all = useAllSegments(account)
  if (all.error) return <ErrorMessage error={all.error} onRetry={() => void all.refetch()} />
  const chosen = all.data?.find(({ id }) => id === segment)
  const options = (all.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  if (segment !== '' && all.data !== undefined && chosen === undefined)
    options.push({ value: segment, label: `Removed segment ${segment}` })
  return (
    <Stack gap={4}>
      <Select
        label="Segment"
        description="Everybody who is in it at the time of sending, once each."
        placeholder="Choose a segment"
        data={options}
        value={segment === '' ? null : segment}
        onChange={(id) => onChange((before) => ({ ...before, segment: id ?? '' }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the segment' }}
        limit={100}
        disabled={all.data === undefined}
        nothingFoundMessage={
          options.length === 0
            ? 'This account has no segments yet. Create one on the page Segments.'
            : 'No segment has this name.'
        }
      />
      {chosen !== undefined && (
        <Text component="div" size="sm" c="dimmed">
          <FilterSummary account={account} condition={chosen.filter.contact} />
        </Text>
      )}
    </Stack>
  )
}
