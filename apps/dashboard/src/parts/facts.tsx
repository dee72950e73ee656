import { Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'

export type FactsProps = {
  /** Names and values. A value that is undefined, null or empty is shown as a dash. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** A short list of names with their values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} className="breaking">
            {value === undefined || value === null || value === '' ? <span aria-label="not set">–</span> : value}
          </Text>
        </Fragment>
      ))}
    </dl>
  )
}
