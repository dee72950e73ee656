import { BlockList, isIP } from 'node:net'
import type { CarrierRequest } from '@carillon/core'
import { isSameText } from '../http/same-text.js'
import { basicOf } from './access.js'
import type { BandwidthSettings } from './settings.js'

export type CallerSettings = Pick<BandwidthSettings, 'callbackUser' | 'callbackPassword' | 'callbackAddresses'>

/** Returns a function that tells why a request does not come from Bandwidth; null if it does. */
export function callerCheck({ callbackUser, callbackPassword, callbackAddresses }: CallerSettings) {
  const expected = basicOf(callbackUser, callbackPassword).slice('Basic '.length)
  const isAllowed = callbackAddresses === undefined ? () => true : addressCheck(callbackAddresses)
  return ({ headers, address }: CarrierRequest): string | null => {
    if (!isAllowed(address)) return 'The address of the client is not one of callbackAddresses'
    const given = /^Basic ([A-Za-z\d+/]+={0,2})$/i.exec(headers['authorization'] ?? '')?.[1]
    if (given === undefined) return 'The authorization header has no Basic credentials'
    return isSameText(given, expected) ? null : 'The credentials are wrong'
  }
}

/** Throws if one of the addresses is none. */
function addressCheck(addresses: readonly string[]): (address: string) => boolean {
  const allowed = new BlockList()
  for (const one of addresses) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(one) ?? []
    const bitsMax = { 4: 32, 6: 128 }[isIP(address)] ?? -1
    if (Number(bits ?? 0) > bitsMax) {
      throw new Error(`Bandwidth: got ${JSON.stringify(one)} in callbackAddresses, expected an address or a CIDR range`)
    }
    if (bits === undefined) allowed.addAddress(address, familyOf(address))
    else allowed.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && !address.includes('%') && allowed.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
