import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { SELF_SIGNED } from '../../../webhooks/src/testing/self-signed.js'
import { memoryLinks } from '../receipts/memory-links.js'
import { smpp } from '../smpp.js'
import { faultsOfSmpp } from './setting-faults.js'
import type { SmppSettings } from './smpp-settings.js'

const RIGHT: SmppSettings = { host: '127.0.0.1', port: 2775, systemId: 'carillon', password: 'secret' }
const { cert } = SELF_SIGNED
const BROKEN = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'

const folder = mkdtempSync(join(tmpdir(), 'smpp-'))
const fileWith = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

describe('settings', () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['port: got 2775.5, expected an integer', { port: 2775.5 }],
    ['port: got 70000, expected 1 to 65535', { port: 70_000 }],
    ['port: got "2775", expected a number', { port: '2775' }],
    ['host: got nothing, but it is required', { host: undefined }],
    ['systemType: got 13 characters, expected at most 12', { systemType: 'x'.repeat(13) }],
    ['serviceType: got 6 characters, expected at most 5', { serviceType: 'x'.repeat(6) }],
    ['systemId: got 65 characters, expected at most 64', { systemId: 'x'.repeat(65) }],
    ['systemId: got characters that SMPP cannot carry, expected ISO 8859-1', { systemId: 'Κωδων' }],
    ['password: got 65 characters, expected at most 64', { password: 'x'.repeat(65) }],
    ['password: got characters that SMPP cannot carry, expected ISO 8859-1', { password: 'Κωδων' }],
    ['password: got no text, expected a text', { password: 12345 }],
    ['binds: got 1.5, expected an integer', { binds: 1.5 }],
    ['window: got 0.5, expected an integer', { window: 0.5 }],
    ['dataCoding: got 0.5, expected an integer', { dataCoding: 0.5 }],
    ['sourceTon.short: got 300, expected 0 to 255', { sourceTon: { short: 300 } }],
    ['validityPeriod: got 60.5, expected an integer', { validityPeriod: 60.5 }],
    ['long: got "whole", expected one of udh, sar, payload', { long: 'whole' }],
    ['mediaAsLink: got "yes", expected true or false', { mediaAsLink: 'yes' }],
    ['tls: got "yes", expected true or false', { tls: 'yes' }],
    [
      'dataCoding: got 8, which stands for UCS-2, expected another number for the alphabet gsm7',
      { dataCoding: 8, alphabet: 'gsm7' },
    ],
  ])('%s', (fault, change) => {
    expect(faultsOfSmpp({ ...RIGHT, ...change } as SmppSettings)).toEqual([fault])
  })

  test.each([
    ['no such file', join(folder, 'none.pem'), 'ENOENT'],
    ['a file without certificates', fileWith('key.pem', 'nothing'), 'got no certificate'],
    ['a broken certificate', BROKEN, 'expected certificates in PEM'],
    ['a file with one good and one broken', fileWith('two.pem', cert + BROKEN), 'expected certificates in PEM'],
  ])('with %s for tls.ca have one fault', (_, ca, reason) => {
    const faults = faultsOfSmpp({ ...RIGHT, tls: { ca } })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('tls.ca: got ')
    expect(faults[0]).toContain(reason)
  })

  test.each<[string, Partial<SmppSettings>]>([
    ['certificates in a file', { tls: { ca: fileWith('cert.pem', cert) } }],
    ['certificates as text', { tls: { ca: `${cert}${cert}` } }],
    ['a longer system id and password than SMPP allows', { systemId: 'x'.repeat(64), password: 'é'.repeat(64) }],
    ['another data_coding', { dataCoding: 0, alphabet: 'latin1' }],
  ])('may have %s', (_, change) => {
    expect(faultsOfSmpp({ ...RIGHT, ...change })).toEqual([])
  })

  test('with faults are refused in one line, before anything connects', () => {
    const hooks = { onNews: async () => {}, links: memoryLinks() }
    expect(() => smpp({ ...RIGHT, port: 2775.5 }, hooks)).toThrow(/^smpp: port: got 2775\.5, expected an integer$/)
  })
})
