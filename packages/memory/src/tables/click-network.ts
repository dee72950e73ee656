import type { AccountId, LinkClicks } from '@carillon/core'

/** The last counted clicks on one URL by people from one network, newest first. */
export type StoredClickNetwork = Pick<LinkClicks, 'link' | 'code'> & {
  readonly account: AccountId
  /** From `networkOnUrl`. */
  readonly network: number
  readonly countedAt: readonly Date[]
}

export function clickNetworkKey({
  link,
  code,
  network,
}: Pick<StoredClickNetwork, 'link' | 'code' | 'network'>): string {
  return `${link} ${code ?? ''} ${network}`
}
