import { afterEach, describe, expect, test } from '@jest/globals'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENCRYPTED_KEY, FIRST_PAIR, SECOND_PAIR } from '../testing/certificates.js'
import { certificateOf, invalidity, readCertificate } from './certificate.js'

const FILES = { certFile: 'cert.pem', keyFile: 'key.pem' }
const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

test('a pair is read with the start and end of its validity', async () => {
  const { files } = await written(FIRST_PAIR)
  expect(await readCertificate(files)).toEqual({
    ...FIRST_PAIR,
    validFrom: new Date('2020-01-01T00:00:00Z'),
    expiresAt: new Date('2120-01-01T00:00:00Z'),
  })
})

test('certificates of issuers may follow the first one', () => {
  const cert = `${FIRST_PAIR.cert}\n${SECOND_PAIR.cert}\n`
  expect(certificateOf({ cert, key: FIRST_PAIR.key }, FILES)).toMatchObject({
    expiresAt: new Date('2120-01-01T00:00:00Z'),
  })
})

describe('the error for an unusable pair names the setting and the file in one line:', () => {
  const half = FIRST_PAIR.cert.slice(0, 300)
  test.each([
    ['no certificate', { cert: 'hello' }, 'CARILLON_TLS_CERT: cert.pem contains no certificate in PEM format'],
    ['half a certificate', { cert: half }, 'CARILLON_TLS_CERT: cert.pem contains no certificate in PEM format'],
    [
      'a key instead of the certificate',
      { cert: FIRST_PAIR.key },
      'CARILLON_TLS_CERT: cert.pem contains no certificate in PEM format',
    ],
    ['no key', { key: '' }, 'CARILLON_TLS_KEY: key.pem contains no private key in PEM format'],
    [
      'an encrypted key',
      { key: ENCRYPTED_KEY },
      'CARILLON_TLS_KEY: key.pem contains an encrypted key: store it without a passphrase',
    ],
    [
      'the key of another certificate',
      { key: SECOND_PAIR.key },
      'CARILLON_TLS_KEY: the key in key.pem does not belong to the first certificate in cert.pem',
    ],
  ])('%s', (_name, given, line) => {
    expect(() => certificateOf({ ...FIRST_PAIR, ...given }, FILES)).toThrow(expect.objectContaining({ message: line }))
  })

  test('a truncated certificate after a complete one', () => {
    const read = () => certificateOf({ ...FIRST_PAIR, cert: `${FIRST_PAIR.cert}\n${half}` }, FILES)
    expect(read).toThrow(/^CARILLON_TLS_CERT: the certificates in cert\.pem cannot be used: .+/)
  })

  test('a missing file, a folder, and a file that is too large', async () => {
    const { folder, files } = await written(FIRST_PAIR)
    const missing = { ...files, keyFile: join(folder, 'missing.pem') }
    await expect(readCertificate(missing)).rejects.toThrow(
      `CARILLON_TLS_KEY: ${missing.keyFile} cannot be read: ENOENT: no such file or directory`,
    )
    await mkdir(join(folder, 'certs'))
    const certFile = join(folder, 'certs')
    await expect(readCertificate({ ...files, certFile })).rejects.toThrow(
      `CARILLON_TLS_CERT: ${certFile} is not a file`,
    )
    await truncate(files.keyFile, 1024 * 1024 + 1)
    await expect(readCertificate(files)).rejects.toThrow(`CARILLON_TLS_KEY: ${files.keyFile} is larger than 1 MB`)
  })
})

test('a certificate is valid from its first second to its last', () => {
  const certificate = certificateOf(FIRST_PAIR, FILES)
  const at = (time: string) => invalidity(certificate, new Date(time))
  expect(at('2019-12-31T23:59:59Z')).toBe('is not valid before 2020-01-01T00:00:00.000Z')
  expect(at('2020-01-01T00:00:00Z')).toBeNull()
  expect(at('2120-01-01T00:00:00Z')).toBeNull()
  expect(at('2120-01-01T00:00:01Z')).toBe('expired at 2120-01-01T00:00:00.000Z')
})

async function written({ cert, key }: typeof FIRST_PAIR) {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-tls-'))
  folders.push(folder)
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  await writeFile(files.certFile, cert)
  await writeFile(files.keyFile, key)
  return { folder, files }
}
