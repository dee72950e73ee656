import { describe, expect, test } from '@jest/globals'
import { networkOf } from './network.js'

describe('the network of an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff:1:2:3', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8:0:0::/64'],
    ['[2001:db8:0:5::9]', '2001:db8:0:5::/64'],
    ['[2001:db8:0:5::9]:443', '2001:db8:0:5::/64'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ])('%s has the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test.each(['', 'unknown', '1:2:3', '1::2::3', '1:2:3:4:5:6:7:8:9', '12345::1', 'g::1', '1:2:3:4::5:6:7:8'])(
    'is the text itself if it is not an address: %j',
    (text) => {
      expect(networkOf(text)).toBe(text)
    },
  )

  test('is bounded, however long the text is that a proxy passes on', () => {
    expect(networkOf('x'.repeat(1_000_000))).toBe('x'.repeat(64))
  })

  test('is the same for all addresses of one /64, and different for the next /64', () => {
    const addresses = ['2001:db8:0:5::1', '2001:db8:0:5:a:b:c:d', '2001:db8:0:6::1']
    expect(new Set(addresses.map(networkOf)).size).toBe(2)
  })
})
