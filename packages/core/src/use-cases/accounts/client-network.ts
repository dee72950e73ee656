import { networkOf } from '../../values/text/network.js'

/** The network of a client's IP address. A proxy may pass on a text of any length instead of an address. */
export function clientNetworkOf(address: string): string {
  return networkOf(address.slice(0, ADDRESS_LENGTH_MAX))
}

const ADDRESS_LENGTH_MAX = 64
