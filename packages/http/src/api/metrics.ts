import { Counter, Histogram, type Registry } from 'prom-client'

/** The metrics of the HTTP interface. Created once for a registry, and shared by all routers. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(registry: Registry) {
  const registers = [registry]
  return {
    requests: new Histogram({
      name: 'carillon_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its response, by pattern of the path',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    authenticationFailures: new Counter({
      name: 'carillon_http_authentication_failures_total',
      help: 'Requests with wrong credentials, and failed sign-ins; slowed: those that were not checked, after too many failures',
      labelNames: ['reason'] as const,
      registers,
    }),
    rateLimited: new Counter({
      name: 'carillon_http_rate_limited_total',
      help: 'Requests refused with 429',
      labelNames: ['bucket'] as const,
      registers,
    }),
    formCodes: new Counter({
      name: 'carillon_form_codes_total',
      help: 'Codes of opt-in forms: sent, withheld without an error, refused because of a limit, or entered correctly',
      labelNames: ['outcome'] as const,
      registers,
    }),
    formLimits: new Counter({
      name: 'carillon_form_limits_total',
      help: 'Codes of opt-in forms that were not sent, by the limit that was reached',
      labelNames: ['limit'] as const,
      registers,
    }),
  }
}
