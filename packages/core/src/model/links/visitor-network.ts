/**
 * How many networks are distinguished on a link without a code, and on the URL of one message. Networks beyond them
 * share a number, and thereby a limit, so that the stored rows stay few even if somebody uses millions of addresses.
 */
export const NETWORKS_OF_LINK_MAX = 65_536
export const NETWORKS_OF_CODE_MAX = 128

/**
 * The number of a visitor's network on a link, below `NETWORKS_OF_LINK_MAX`, from a keyed hash of the network. It is
 * stored in place of the address: many networks have the same number, and only the key tells which.
 */
export function visitorNetworkOf(hash: string): number {
  let number = 0
  for (let i = 0; i < hash.length; i++) number = (number * 31 + hash.charCodeAt(i)) % NETWORKS_OF_LINK_MAX
  return number
}

/** The number by which a network is counted on the URL with this code, or on the link without a code. */
export function networkOnUrl(network: number, code: string | null): number {
  return code === null ? network : network % NETWORKS_OF_CODE_MAX
}
