import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { CertificateFiles } from '../settings/config.js'
import { UserError } from '../settings/user-error.js'

/** The contents of the two files. */
export type CertificatePair = { readonly cert: string; readonly key: string }

/** A certificate with its matching key. It may have expired. */
export type Certificate = CertificatePair & { readonly validFrom: Date; readonly expiresAt: Date }

/** Throws a UserError with one line that names the fault and the setting. */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  return certificateOf(await readPair(files), files)
}

export async function readPair({ certFile, keyFile }: CertificateFiles): Promise<CertificatePair> {
  return { cert: await readPem(CERT, certFile), key: await readPem(KEY, keyFile) }
}

export function certificateOf({ cert, key }: CertificatePair, { certFile, keyFile }: CertificateFiles): Certificate {
  const first = firstCertificateOf(cert, certFile)
  if (!first.checkPrivateKey(privateKeyOf(key, keyFile)))
    throw new UserError(`${KEY}: the key in ${keyFile} does not belong to the first certificate in ${certFile}`)
  const certificate = { cert, key, validFrom: new Date(first.validFrom), expiresAt: new Date(first.validTo) }
  try {
    createSecureContext(secureOptionsOf(certificate))
  } catch (error) {
    const { message } = error as Error
    throw new UserError(`${CERT}: the certificates in ${certFile} cannot be used: ${message}`, { cause: error })
  }
  return certificate
}

/** Null while it is valid; else the reason why clients reject it. */
export function invalidity({ validFrom, expiresAt }: Certificate, now: Date): string | null {
  if (now > expiresAt) return `expired at ${expiresAt.toISOString()}`
  if (now < validFrom) return `is not valid before ${validFrom.toISOString()}`
  return null
}

/** For a new server and for `setSecureContext`, which resets all earlier options. */
export function secureOptionsOf({ cert, key }: CertificatePair): SecureContextOptions {
  return { cert, key, minVersion: 'TLSv1.2' }
}

const CERT = 'CARILLON_TLS_CERT'
const KEY = 'CARILLON_TLS_KEY'
const FILE_BYTES_MAX = 1024 * 1024

async function readPem(setting: string, path: string): Promise<string> {
  try {
    const file = await stat(path)
    if (!file.isFile()) throw new UserError(`${setting}: ${path} is not a file`)
    if (file.size > FILE_BYTES_MAX) throw new UserError(`${setting}: ${path} is larger than 1 MB`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`${setting}: ${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

function firstCertificateOf(cert: string, path: string): X509Certificate {
  try {
    return new X509Certificate(cert)
  } catch (error) {
    throw new UserError(`${CERT}: ${path} contains no certificate in PEM format`, { cause: error })
  }
}

function privateKeyOf(key: string, path: string) {
  try {
    return createPrivateKey(key)
  } catch (error) {
    const isEncrypted = /^(-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m.test(key)
    const fault = isEncrypted
      ? 'contains an encrypted key: store it without a passphrase'
      : 'contains no private key in PEM format'
    throw new UserError(`${KEY}: ${path} ${fault}`, { cause: error })
  }
}
