import { NativeSelect } from '@mantine/core'
import { memo } from 'react'
import { ErrorMessage } from '../state/error-message.js'
import { goneLabel, senderChoices } from './sender-choices.js'
import { usePools } from './use-pools.js'
import { useSenders } from './use-senders.js'

export type SenderFieldProps = {
  readonly account: string
  readonly from: string
  /** Whether the message has media, which not every number can send. */
  readonly hasMedia: boolean
  readonly error?: string | undefined
  /** A number, or the id of a pool. */
  readonly onFrom: (from: string) => void
}

/** Which number or pool the text comes from. */
export const SenderField = memo(function SenderField({ account, from, hasMedia, error, onFrom }: SenderFieldProps) {
  const senders = useSenders(account)
  const pools = usePools(account)
  const active = senders.data
  const failed = senders.error ? senders : pools.error ? pools : null
  if (failed !== null) return <ErrorMessage error={failed.error} onRetry={() => void failed.refetch()} />
  const choices = active && pools.data && senderChoices(active, pools.data)
  const chosen = choices?.find(({ value }) => value === from)
  const isGone = choices !== undefined && from !== '' && chosen === undefined
  return (
    <NativeSelect
      label="From"
      disabled={choices === undefined}
      value={from}
      data={[
        ...(isGone ? [{ value: from, label: goneLabel(from, pools.data ?? []) }] : []),
        ...(choices ?? []).map(({ value, label }) => ({ value, label })),
      ]}
      error={
        active?.length === 0
          ? 'This account has no number to send from. An admin of the account can add one.'
          : hasMedia && chosen?.mms === false
            ? 'This sender cannot send media. Choose another one, or remove the media.'
            : error
      }
      onChange={(event) => onFrom(event.currentTarget.value)}
    />
  )
})
