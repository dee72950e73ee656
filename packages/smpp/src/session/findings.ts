import type { CarrierFinding } from '@carillon/core'
import { statusName } from '../codec/statuses.js'
import type { BindState } from './reconnecting-bind.js'
import type { Target } from './open-socket.js'

/** What the binds say about the connection and the credentials. */
export function findingsOf(
  states: readonly BindState[],
  { host, port, tls, systemId }: Target & { readonly systemId: string },
): readonly CarrierFinding[] {
  const where = `${host}:${port}${tls ? ' with TLS' : ''}`
  const bound = states.filter(({ kind }) => kind === 'bound').length
  const waiting = states.find((state) => state.kind === 'waiting')
  if (bound === states.length) return [connected(where), credentials('good', `${bound} binds as ${systemId}`)]
  if (waiting?.refusal != null) {
    return [connected(where), credentials('bad', `The SMSC refused the bind: ${statusName(waiting.refusal)}`)]
  }
  const reason = waiting?.reason ?? 'no answer yet'
  const message = `${bound} of ${states.length} binds with ${where}: ${reason}`
  return [
    { subject: 'connection', state: waiting ? 'bad' : 'unknown', message },
    credentials('unknown', 'They are checked when a connection stands'),
  ]
}

function connected(where: string): CarrierFinding {
  return { subject: 'connection', state: 'good', message: `Connected to ${where}` }
}

function credentials(state: CarrierFinding['state'], message: string): CarrierFinding {
  return { subject: 'credentials', state, message }
}
