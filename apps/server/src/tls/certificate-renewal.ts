import { pauseOnClock } from '@carillon/node'
import type { Logger } from '../logging/logger.js'
import type { CertificateFiles } from '../settings/config.js'
import { UserError } from '../settings/user-error.js'
import { certificateOf, invalidity, readPair, type Certificate } from './certificate.js'

export type CertificateRenewalOptions = {
  readonly files: CertificateFiles
  /** The certificate that the server started with. */
  readonly certificate: Certificate
  /** Passes a renewed certificate to the server. */
  readonly use: (certificate: Certificate) => void
  readonly logger: Pick<Logger, 'info' | 'warn'>
  readonly now?: () => Date
}

export type CertificateRenewal = {
  /** The certificate for new connections. */
  current(): Certificate
  /** Reads the files, and uses their pair if it is new and valid. */
  check(): Promise<void>
}

/**
 * Reads the files at every check, so it does not matter how they were replaced: rewritten, renamed, or through a
 * symbolic link, as certbot and Kubernetes do. Certificate and key may be replaced one after the other, or be only
 * partly written. So an unusable pair is logged once, after several checks, and the current pair stays in use.
 */
export function certificateRenewal(options: CertificateRenewalOptions): CertificateRenewal {
  const { files, use, logger, now = () => new Date() } = options
  let current = options.certificate
  let problem: { readonly message: string; readonly checks: number } | null = null

  async function renewed(): Promise<Certificate | null> {
    const pair = await readPair(files)
    if (pair.cert === current.cert && pair.key === current.key) return null
    const certificate = certificateOf(pair, files)
    const fault = invalidity(certificate, now())
    if (fault !== null) throw new UserError(`CARILLON_TLS_CERT: the certificate in ${files.certFile} ${fault}`)
    return certificate
  }

  function report(message: string) {
    problem = { message, checks: problem?.message === message ? problem.checks + 1 : 1 }
    if (problem.checks !== CHECKS_BEFORE_WARNING) return
    logger.warn({ problem: message, expiresAt: current.expiresAt }, 'TLS certificate not renewed')
  }

  return {
    current: () => current,
    async check() {
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

/** Checks at intervals until stopped. */
export function checkRegularly({ check }: CertificateRenewal): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const checking = (async () => {
    while (!stopping.signal.aborted) {
      await pauseOnClock(CHECK_EVERY_MS, stopping.signal)
      if (!stopping.signal.aborted) await check()
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      return checking
    },
  }
}

const CHECK_EVERY_MS = 2_000
/** Ten seconds, because replacing two files takes less time. */
const CHECKS_BEFORE_WARNING = 5
