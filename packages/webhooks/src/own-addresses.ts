import ipaddr from 'ipaddr.js'
import { networkInterfaces } from 'node:os'

/** Those of all interfaces that are up. */
export function addressesOfInterfaces(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((those) => (those ?? []).map(({ address }) => address))
}

export type OwnAddressesOptions = {
  /** All addresses of this machine, as they are now. */
  readonly read: () => readonly string[]
  readonly nowMs?: () => number
}

/** Addresses come and go, yet to read them takes too long to be done for each of a thousand connections a second. */
const FRESH_MS = 100

/** Tells whether an address, however it is written, is one of this machine. Throws where they cannot be read. */
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

/** In one spelling, without the zone that an address of one link has. */
function plain(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.parse(address).toByteArray().join('.') : address
}
