import { expect, test } from '@jest/globals'
import { networkInterfaces } from 'node:os'
import { addressesOfInterfaces, ownAddressCheck } from './own-addresses.js'

test.each(['8.8.4.4', '2001:4860:4860::8844', '2001:4860:4860:0:0:0:0:8844', '2001:4860:4860::0.0.136.68'])(
  'an address of this machine is known however it is written: %s',
  (address) => {
    const isOwn = ownAddressCheck({ read: () => ['127.0.0.1', '8.8.4.4', '2001:4860:4860::8844'] })
    expect(isOwn(address)).toBe(true)
  },
)

test.each(['8.8.4.5', '2001:4860:4860::8845', '::8.8.4.4', 'localhost', ''])(
  'another one is not, also beside it on its network: %s',
  (address) => {
    const isOwn = ownAddressCheck({ read: () => ['8.8.4.4', '2001:4860:4860::8844', 'fe80::1%eth0'] })
    expect(isOwn(address)).toBe(false)
  },
)

test('addresses come and go', () => {
  let addresses = ['8.8.4.4']
  let nowMs = 5_000
  let reads = 0
  const read = () => {
    reads++
    return addresses
  }
  const isOwn = ownAddressCheck({ read, nowMs: () => nowMs })
  expect([isOwn('8.8.4.4'), isOwn('8.8.8.8')]).toEqual([true, false])
  addresses = ['8.8.8.8']
  nowMs += 99
  expect([isOwn('8.8.4.4'), isOwn('8.8.8.8'), reads]).toEqual([true, false, 1])
  nowMs += 1
  expect([isOwn('8.8.4.4'), isOwn('8.8.8.8'), reads]).toEqual([false, true, 2])
})

test('addresses that could not be read are read again the next time', () => {
  let isReadable = false
  const read = () => {
    if (!isReadable) throw new Error('not allowed')
    return ['8.8.4.4']
  }
  const isOwn = ownAddressCheck({ read, nowMs: () => 0 })
  expect(() => isOwn('8.8.4.4')).toThrow('not allowed')
  isReadable = true
  expect(isOwn('8.8.4.4')).toBe(true)
})

test('all interfaces of this machine count, of IPv6 as of IPv4', () => {
  const isOwn = ownAddressCheck({ read: addressesOfInterfaces })
  const all = Object.values(networkInterfaces()).flatMap((those) => those ?? [])
  expect(all.map(({ address }) => address)).toContain('127.0.0.1')
  for (const { address } of all) expect(isOwn(address)).toBe(true)
})
