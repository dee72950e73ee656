import ipaddr from 'ipaddr.js'
import { networkInterfaces } from 'node:os'

/** The addresses of all active network interfaces. */
export function addressesOfInterfaces(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((those) => (those ?? []).map(({ address }) => address))
}

export type OwnAddressesOptions = {
  /** Reads all current addresses of this machine. */
  readonly read: () => readonly string[]
  readonly nowMs?: () => number
}

/** Addresses can change, but reading them for each of a thousand connections a second would take too long. */
const FRESH_MS = 100

/** Whether an address, in any notation, belongs to this machine. Throws if the addresses cannot be read. */
export function ownAddressCheck({
  read,
  nowMs = () => performance.now(),
}: OwnAddressesOptions): (address: string) => boolean {
  let known: ReadonlySet<string> = new Set()
  let readAtMs = -Infinity
  return (address) => {
    if (nowMs() - readAtMs >= FRESH_MS) {
      known = new Set(read().map(plain))
      readAtMs = nowMs()
    }
    return known.has(plain(address))
  }
}

/** The address in normalized form, without the zone of a link-local address. */
function plain(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.parse(address).toByteArray().join('.') : address
}
