import type { MessageLink } from '@carillon/core'
import { clickNetworkKey } from '../tables/click-network.js'
import type { Tables } from '../tables/tables.js'

/** Removes the networks from which people have followed the URL. */
export function removeNetworks(
  { clickNetworks }: Pick<Tables, 'clickNetworks'>,
  url: Pick<MessageLink, 'account' | 'link' | 'code'>,
) {
  const ofUrl = clickNetworks.filter(url.account, ({ link, code }) => link === url.link && code === url.code)
  for (const network of ofUrl) clickNetworks.remove(url.account, clickNetworkKey(network))
}
