import { Gauge, type Registry } from 'prom-client'
import type { Certificate } from './certificate.js'

type Current = { current(): Pick<Certificate, 'expiresAt'> }

/** The expiry of the certificate in use. Only a server that terminates TLS itself has this metric. */
export function measureCertificate(registry: Registry, { current }: Current) {
  return new Gauge({
    name: 'carillon_tls_certificate_expiry_timestamp_seconds',
    help: 'When the TLS certificate of this server expires, in seconds since 1970',
    registers: [registry],
    collect() {
      this.set(current().expiresAt.getTime() / 1_000)
    },
  })
}
