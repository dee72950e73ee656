import type { ReactNode } from 'react'
import { Delayed } from './delayed.js'
import { ErrorMessage } from './error-message.js'
import { LinesSkeleton } from './skeletons.js'

type QueryLike<Data> = {
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

export type QueryViewProps<Data> = {
  readonly query: QueryLike<Data>
  /** Shown after 200 ms without data. Default: some lines. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** The data of a query. While it loads, a skeleton; if it cannot be loaded, what to do. Older data stays on the page. */
export function QueryView<Data>({ query, skeleton = <LinesSkeleton />, children }: QueryViewProps<Data>) {
  const { data, error, refetch } = query
  return (
    <>
      {error !== null && error !== undefined && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {data === undefined ? !error && <Delayed>{skeleton}</Delayed> : children(data)}
    </>
  )
}
