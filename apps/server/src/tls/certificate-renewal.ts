import { pauseOnClock } from '@carillon/node'
import type { Logger } from '../logging/logger.js'
import type { CertificateFiles } from '../settings/config.js'
import { UserError } from '../settings/user-error.js'
import { certificateOf, invalidity, readPair, type Certificate } from './certificate.js'

export type CertificateRenewalOptions = {
  readonly files: CertificateFiles
  /** The one that the server started with. */
  readonly certificate: Certificate
  /** Gives a renewed one to the server. */
  readonly use: (certificate: Certificate) => void
  readonly logger: Pick<Logger, 'info' | 'warn'>
  readonly now?: () => Date
}

export type CertificateRenewal = {
  /** The one that new connections get. */
  current(): Certificate
  /** Reads the files, and uses the pair in them if it is a new and valid one. */
  look(): Promise<void>
}

/**
 * The files are read at every look, however they were replaced: written again, renamed, or reached by a symbolic link
 * that changed, as certbot and Kubernetes do. Certificate and key may be replaced one after the other, and be half
 * written: so a pair that cannot be used is logged only after several looks, once, and the current one stays in use.
 */
export function certificateRenewal(options: CertificateRenewalOptions): CertificateRenewal {
  const { files, use, logger, now = () => new Date() } = options
  let current = options.certificate
  let problem: { readonly message: string; readonly looks: number } | null = null

  async function renewed(): Promise<Certificate | null> {
    const pair = await readPair(files)
    if (pair.cert === current.cert && pair.key === current.key) return null
    const certificate = certificateOf(pair, files)
    const fault = invalidity(certificate, now())
    if (fault !== null) throw new UserError(`CARILLON_TLS_CERT: the certificate in ${files.certFile} ${fault}`)
    return certificate
  }

  function report(message: string) {
    problem = { message, looks: problem?.message === message ? problem.looks + 1 : 1 }
    if (problem.looks !== LOOKS_BEFORE_WARNING) return
    logger.warn({ problem: message, expiresAt: current.expiresAt }, 'TLS certificate not renewed')
  }

  return {
    current: () => current,
    async look() {
      try {
        const certificate = await renewed()
        problem = null
        if (certificate === null) return
        use(certificate)
        current = certificate
        logger.info({ expiresAt: certificate.expiresAt }, 'TLS certificate renewed')
      } catch (error) {
        report((error as Error).message)
      }
    },
  }
}

/** Looks again and again, until it is stopped. */
export function keepLooking({ look }: CertificateRenewal): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await pauseOnClock(LOOK_EVERY_MS, stopping.signal)
      if (!stopping.signal.aborted) await look()
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      return looking
    },
  }
}

const LOOK_EVERY_MS = 2_000
/** Ten seconds: who replaces two files needs less. */
const LOOKS_BEFORE_WARNING = 5
