import type { DescribedRequest, GatewayDescription } from './description.js'
import { basicOf } from './described-request.js'
import { placeholdersIn } from './language/template.js'

const SECRET_NAME = /pass|secret|token|key|auth|sign|user|login/i

/** What no message may show: a gateway may repeat the credentials in its answers and receipts. */
export function credentialsIn(description: GatewayDescription): readonly string[] {
  const { submit, ask, probe, receipts, inbound } = description
  const checks = [receipts?.check, inbound?.check].filter((check) => check !== undefined)
  return [
    ...[submit, ask, probe].flatMap((request) => (request === undefined ? [] : credentialsOf(request))),
    ...checks.map((check) => (check.kind === 'basic' ? check.password : check.secret)),
  ]
}

function credentialsOf({ basic, headers = {}, query = {}, body }: DescribedRequest): readonly string[] {
  const fields = typeof body === 'object' ? { ...query, ...body } : query
  const named = Object.entries(fields).filter(([name]) => SECRET_NAME.test(name))
  const ofHeaders = Object.values(headers).flatMap((value) => [String(value), ...String(value).split(/\s+/)])
  return [
    ...named.map(([, value]) => (typeof value === 'object' ? '' : String(value))),
    ...ofHeaders.filter((value) => !/^(?:basic|bearer|application\/\S*|\*\/\*)$/i.test(value)),
    ...(basic === undefined ? [] : [basic.password, basicOf(basic).split(' ')[1]!]),
  ].filter((value) => placeholdersIn(value).length === 0)
}
