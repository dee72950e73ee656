import { expect, test } from '@jest/globals'
import { networkInterfaces } from 'node:os'
import { addressesOfInterfaces, ownAddressCheck } from './own-addresses.js'

test.each(['8.8.4.4', '2001:4860:4860::8844', '2001:4860:4860:0:0:0:0:8844', '2001:4860:4860::0.0.136.68'])(
  'an address of this machine is recognized in every notation: %s',
  (address) => {
    const isOwn = ownAddressCheck({ read: () => ['127.0.0.1', '8.8.4.4', '2001:4860:4860::8844'] })
    expect(isOwn(address)).toBe(true)
  },
)

test.each(['8.8.4.5', '2001:4860:4860::8845', '::8.8.4.4', 'localhost', ''])(
  'any other address is not recognized, even in the same network: %s',
  (address) => {
    const isOwn = ownAddressCheck({ read: () => ['8.8.4.4', '2001:4860:4860::8844', 'fe80::1%eth0'] })
    expect(isOwn(address)).toBe(false)
  },
)

test('a change of the addresses takes effect after 100 ms', () => {
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

test('a failure to read the addresses is not cached', () => {
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

test('the IPv4 and IPv6 addresses of all interfaces of this machine are recognized', () => {
  const isOwn = ownAddressCheck({ read: addressesOfInterfaces })
  const all = Object.values(networkInterfaces()).flatMap((those) => those ?? [])
  expect(all.map(({ address }) => address)).toContain('127.0.0.1')
  for (const { address } of all) expect(isOwn(address)).toBe(true)
})
