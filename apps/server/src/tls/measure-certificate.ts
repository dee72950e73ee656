import { Gauge, type Registry } from 'prom-client'
import type { Certificate } from './certificate.js'

type Current = { current(): Pick<Certificate, 'expiresAt'> }

/** When the certificate in use expires. Only a server that speaks HTTPS itself has this metric. */
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
