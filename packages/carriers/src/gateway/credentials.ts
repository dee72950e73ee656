import type { DescribedRequest, GatewayDescription } from './description.js'
import { basicOf } from './described-request.js'
import { placeholdersIn } from './language/template.js'

const SECRET_NAME = /pass|secret|token|key|auth|sign|user|login/i
/** Shorter texts occur by chance. */
const LENGTH_MIN = 4

/** Removes the credentials of a description from a text, since a gateway may repeat them in its answers. */
export function credentialsCleaner(description: GatewayDescription): (text: string) => string {
  const { submit, ask, probe, receipts, inbound } = description
  const checks = [receipts?.check, inbound?.check].filter((check) => check !== undefined)
  const all = [
    ...[submit, ask, probe].flatMap((request) => (request === undefined ? [] : credentialsOf(request))),
    ...checks.map((check) => (check.kind === 'basic' ? check.password : check.secret)),
  ].filter((secret) => secret.length >= LENGTH_MIN)
  // The longest first, since a shorter one may be a part of it.
  const secrets = [...new Set([...all, ...all.map(encodeURIComponent)])].sort((a, b) => b.length - a.length)
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
}

function credentialsOf({ basic, headers = {}, query = {}, body }: DescribedRequest): readonly string[] {
  const fields = typeof body === 'object' ? { ...query, ...body } : query
  const named = Object.entries(fields).filter(([name]) => SECRET_NAME.test(name))
  const ofHeaders = Object.values(headers).flatMap((value) => [String(value), ...String(value).split(/\s+/)])
  return [
    ...named.map(([, value]) => (typeof value === 'object' ? '' : String(value))),
    ...ofHeaders.filter((value) => !/^(?:basic|bearer|application\/\S*|\*\/\*)$/i.test(value)),
    ...(basic === undefined ? [] : [basic.password, basicOf(basic)]),
  ].filter((value) => placeholdersIn(value).length === 0)
}
