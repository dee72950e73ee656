import type { ReactNode } from 'react'
import { PhoneText } from '../text/phone-text.js'
import { isPool } from './sender-choices.js'
import { usePools } from './use-pools.js'

export type SenderTextProps = {
  readonly account: string
  /** A number, or the id of a pool. */
  readonly from: string
  /** As the service names it; absent for a choice that is not sent yet. */
  readonly pool?: { readonly name: string } | undefined
  /** Makes the name of the pool a link. */
  readonly linkOf?: (name: ReactNode) => ReactNode
}

/** What a text comes from: a number, or the name of a pool. */
export function SenderText({ account, from, pool, linkOf = (name) => name }: SenderTextProps) {
  const isOfPool = isPool(from)
  const pools = usePools(account, { isEnabled: isOfPool && pool === undefined })
  if (!isOfPool) return <PhoneText number={from} />
  const name = pool?.name ?? pools.data?.find(({ id }) => id === from)?.name
  if (name === undefined) return pools.isSuccess ? 'a pool that was removed' : null
  return <>Pool: {linkOf(<bdi>{name}</bdi>)}</>
}
