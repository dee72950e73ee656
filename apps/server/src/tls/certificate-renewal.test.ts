import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CertificateFiles } from '../settings/config.js'
import { FIRST_PAIR, SECOND_PAIR } from '../testing/certificates.js'
import { certificateRenewal, type CertificateRenewal } from './certificate-renewal.js'
import { readCertificate, type Certificate } from './certificate.js'

let folder: string
let files: CertificateFiles
let renewal: CertificateRenewal
let used: Certificate[]
let log: { readonly level: string; readonly message: string; readonly problem?: string }[]
let now: Date

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-tls-'))
  // The layout of a Kubernetes secret: the files are links into a folder, which is a link too.
  files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  await release('first', FIRST_PAIR)
  await symlink('current/cert.pem', files.certFile)
  await symlink('current/key.pem', files.keyFile)
  used = []
  log = []
  now = new Date('2030-01-01')
  const record = (level: string) => (fields: object, message: string) => void log.push({ level, message, ...fields })
  renewal = certificateRenewal({
    files,
    certificate: await readCertificate(files),
    use: (certificate) => void used.push(certificate),
    logger: { info: record('info'), warn: record('warn') } as never,
    now: () => now,
  })
})

afterEach(() => rm(folder, { recursive: true }))

async function release(name: string, { cert, key }: typeof FIRST_PAIR) {
  await mkdir(join(folder, name))
  await writeFile(join(folder, name, 'cert.pem'), cert)
  await writeFile(join(folder, name, 'key.pem'), key)
  await symlink(name, join(folder, 'next'))
  await rename(join(folder, 'next'), join(folder, 'current'))
}

async function check(times: number) {
  for (let i = 0; i < times; i++) await renewal.check()
}

test('unchanged files cause no renewal', async () => {
  await check(6)
  expect(used).toEqual([])
  expect(log).toEqual([])
})

test('when the link changes to another folder, the pair in that folder is loaded once', async () => {
  await release('second', SECOND_PAIR)
  await check(3)
  expect(used).toMatchObject([SECOND_PAIR])
  expect(renewal.current()).toBe(used[0])
  expect(log).toEqual([
    { level: 'info', message: 'TLS certificate renewed', expiresAt: new Date('2121-01-01T00:00:00Z') },
  ])
})

test('a certificate that is replaced before its key waits for the key, without a warning', async () => {
  await writeFile(files.certFile, SECOND_PAIR.cert)
  await check(4)
  expect(used).toEqual([])
  await writeFile(files.keyFile, SECOND_PAIR.key)
  await check(1)
  expect(used).toMatchObject([SECOND_PAIR])
  expect(log.map(({ level }) => level)).toEqual(['info'])
})

test('a pair that stays invalid is logged once, and the current pair stays in use', async () => {
  await writeFile(files.keyFile, SECOND_PAIR.key)
  await check(20)
  expect(log).toEqual([
    {
      level: 'warn',
      message: 'TLS certificate not renewed',
      problem: `CARILLON_TLS_KEY: the key in ${files.keyFile} does not belong to the first certificate in ${files.certFile}`,
      expiresAt: new Date('2120-01-01T00:00:00Z'),
    },
  ])
  expect(used).toEqual([])
  expect(renewal.current()).toMatchObject(FIRST_PAIR)
})

test('a different problem is logged too, and the same problem is logged again after a valid pair', async () => {
  await rm(files.keyFile)
  await check(10)
  await writeFile(files.keyFile, 'hello')
  await check(10)
  await writeFile(files.keyFile, FIRST_PAIR.key)
  await check(1)
  await writeFile(files.keyFile, 'hello')
  await check(10)
  expect(log.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('cannot be read: ENOENT'),
    expect.stringContaining('contains no private key'),
    expect.stringContaining('contains no private key'),
  ])
})

test('a pair that is not valid yet is used when it becomes valid', async () => {
  now = new Date('2019-12-31')
  await release('second', SECOND_PAIR)
  await check(10)
  expect(used).toEqual([])
  expect(log).toMatchObject([{ level: 'warn', problem: expect.stringContaining('is not valid before 2020-01-01') }])
  now = new Date('2020-01-02')
  await check(1)
  expect(used).toMatchObject([SECOND_PAIR])
})

test('an expired pair is not used', async () => {
  now = new Date('2122-01-01')
  await release('second', SECOND_PAIR)
  await check(10)
  expect(used).toEqual([])
  expect(log).toMatchObject([{ level: 'warn', problem: expect.stringContaining('expired at 2121-01-01') }])
})
