import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Condition } from './language/condition.js'
import { filterWords } from './language/filter-words.js'
import { rowsOf } from './language/rows-of-condition.js'
import { useFilterNames } from './use-filter-names.js'

export type SummaryTextProps = {
  readonly account: string
  readonly condition: Condition
  /** Longer summaries are cut. Default: all lines. */
  readonly lines?: number
}

/** A filter in words. One that cannot be said in words is shown as JSON. */
export function SummaryText({ account, condition, lines }: SummaryTextProps) {
  const { names } = useFilterNames(account)
  const filter = useMemo(() => rowsOf(condition), [condition])
  if (filter === null) {
    return (
      <Text span size="xs" ff="monospace" className="breaking" lineClamp={lines}>
        {JSON.stringify(condition)}
      </Text>
    )
  }
  return (
    <Text span size="sm" className="breaking" lineClamp={lines}>
      <bdi>{names && filterWords(filter, names)}</bdi>
    </Text>
  )
}
