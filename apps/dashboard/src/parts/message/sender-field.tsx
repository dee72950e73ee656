import { NativeSelect } from '@mantine/core'
import { memo } from 'react'
import { ErrorMessage } from '../state/error-message.js'
import { useSenders } from './use-senders.js'

export type SenderFieldProps = {
  readonly account: string
  readonly from: string
  /** Whether the message has media, which not every number can send. */
  readonly hasMedia: boolean
  readonly error?: string | undefined
  readonly onFrom: (number: string) => void
}

/** Which number the text comes from. */
export const SenderField = memo(function SenderField({ account, from, hasMedia, error, onFrom }: SenderFieldProps) {
  const senders = useSenders(account)
  const active = senders.data
  if (senders.error) return <ErrorMessage error={senders.error} onRetry={() => void senders.refetch()} />
  const chosen = active?.find(({ number }) => number === from)
  const isGone = active !== undefined && from !== '' && chosen === undefined
  return (
    <NativeSelect
      label="From"
      disabled={active === undefined}
      value={from}
      data={[
        ...(isGone ? [{ value: from, label: `${from} (cannot send any more)` }] : []),
        ...(active ?? []).map(({ number, mms }) => ({ value: number, label: mms ? number : `${number} (no media)` })),
      ]}
      error={
        active?.length === 0
          ? 'This account has no number to send from. An admin of the account can add one.'
          : hasMedia && chosen?.mms === false
            ? 'This number cannot send media. Choose another one, or remove the media.'
            : error
      }
      onChange={(event) => onFrom(event.currentTarget.value)}
    />
  )
})
