import type { Route } from '@carillon/carriers'
import { CARRIER_NAME } from '@carillon/core'
import { readFile } from 'node:fs/promises'
import { UserError } from '../../settings/user-error.js'
import { adapterFault, CARRIER_TYPES, HTTP_CARRIERS, isCalledBy, OTHER_FIELDS } from './carrier-types.js'
import { parseCarriers, type CarriersText, type Env } from './carriers-text.js'
import { outlineOf, shown } from './outline.js'
import { isObject, settingFaults, type Fault } from './setting-faults.js'

export type CarriersFile = {
  /** Where the carriers can reach the service, without a slash at the end; null if none of them needs to. */
  readonly publicUrl: string | null
  readonly carriers: readonly DeclaredCarrier[]
  readonly routes: readonly Route[]
}

export type DeclaredCarrier = {
  readonly name: string
  readonly type: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly partsPerSecond: number | null
}

/** Throws a UserError with one line for each fault, which begins with the file and the line. */
export async function readCarriersFile(file: string, env: Env): Promise<CarriersFile> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message
    throw new UserError(`CARILLON_CARRIERS is ${file}, which cannot be read: ${reason}`)
  })
  return checkCarriers(parseCarriers(text, file, env))
}

export function checkCarriers(text: CarriersText): CarriersFile {
  const { content } = text
  const faults = isObject(content) ? faultsOf(content) : [contentFault(content)]
  if (faults.length > 0) throw new UserError(faults.map((fault) => lineOf(fault, text)).join('\n'))
  const { publicUrl = null, carriers, routes } = content as FileContent
  const declared = Object.entries(carriers).map(([name, { type, partsPerSecond = null, ...settings }]) => ({
    ...{ name, type, settings, partsPerSecond },
  }))
  return {
    publicUrl: publicUrl && normalized(publicUrl),
    carriers: declared,
    routes:
      routes === undefined
        ? [{ toPrefix: null, via: declared.map(({ name }) => name) }]
        : routes.map(({ toPrefix = null, via }) => ({ toPrefix, via })),
  }
}

function lineOf({ path, message, shows }: Fault, { place, written }: CarriersText): string {
  const line = place(path) + message
  if (shows === undefined) return line
  const value = written(path)
  return `${line}, got ${shows === 'value' ? shown(value) : `a value that is not shown (${outlineOf(value)})`}`
}

/** The content of a file without faults. */
type FileContent = {
  readonly publicUrl?: string
  readonly carriers: Readonly<
    Record<string, { readonly type: string; readonly partsPerSecond?: number; readonly [setting: string]: unknown }>
  >
  readonly routes?: readonly { readonly toPrefix?: string; readonly via: readonly string[] }[]
}

type Content = Readonly<Record<string, unknown>>

function contentFault(content: unknown): Fault {
  const expected = `expected ${KNOWN.join(', ')}`
  if (content === null) return { path: [], message: `the file is empty: ${expected}` }
  return { path: [], message: expected, shows: 'value' }
}

function faultsOf(content: Content): readonly Fault[] {
  const { publicUrl, carriers, routes } = content
  const unknown = Object.keys(content).filter((name) => !KNOWN.includes(name))
  const named = isObject(carriers) ? carriers : {}
  return [
    ...unknown.map((name) => ({ path: [name], message: `unknown setting ${name}: expected ${KNOWN.join(', ')}` })),
    ...publicUrlFaults(publicUrl, Object.values(named)),
    ...(Object.keys(named).length === 0
      ? [{ path: ['carriers'], message: 'carriers must name at least one carrier', shows: 'value' as const }]
      : Object.entries(named).flatMap(([name, carrier]) => carrierFaults(name, carrier))),
    ...simulatorFaults(named),
    ...routesFaults(routes, Object.keys(named)),
  ]
}

const KNOWN = ['publicUrl', 'carriers', 'routes']

/** Receipts and texts contain numbers and texts of people, so they may cross a network only encrypted. */
function publicUrlFaults(publicUrl: unknown, carriers: readonly unknown[]): readonly Fault[] {
  if (publicUrl === undefined) {
    const caller = carriers.find((carrier) => isObject(carrier) && isCalledBy(String(carrier['type'])))
    if (caller === undefined) return []
    return [{ path: [], message: 'publicUrl is missing: without it, no receipts, texts and opt-outs arrive' }]
  }
  if (typeof publicUrl === 'string' && isPublicUrl(publicUrl)) return []
  const expected = 'an https URL without a query, such as https://sms.example.com (http only for localhost)'
  return [{ path: ['publicUrl'], message: `publicUrl must be ${expected}`, shows: 'value' }]
}

/** As carriers have it after they parsed it, because some of them sign it. */
function normalized(publicUrl: string): string {
  return new URL(publicUrl).href.replace(/\/+$/, '')
}

function isPublicUrl(text: string): boolean {
  if (/[\s?#]/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username } = new URL(text)
  if (username !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

function carrierFaults(name: string, carrier: unknown): readonly Fault[] {
  const path = ['carriers', name]
  const at = `carriers.${name}`
  if (!CARRIER_NAME.holds(name)) return [{ path, message: `${at}: the name ${CARRIER_NAME.expected}` }]
  if (!isObject(carrier)) return [{ path, message: `${at} must have a type and settings`, shows: 'value' }]
  const { type, partsPerSecond, ...settings } = carrier
  const fields = typeof type === 'string' ? fieldsOf(type) : undefined
  if (fields === undefined) {
    const message = `${at}.type must be one of ${CARRIER_TYPES.join(', ')}`
    return [{ path: [...path, 'type'], message, shows: 'value' }]
  }
  const faults = settingFaults(
    { ...settings, ...(partsPerSecond !== undefined && { partsPerSecond }) },
    { ...fields, partsPerSecond: { kind: 'number', min: 0.1, max: 100_000 } },
  )
  if (faults.length > 0)
    return faults.map((fault) => ({ ...fault, path: [...path, ...fault.path], message: `${at}: ${fault.message}` }))
  const refusal = adapterFault(type as string, settings)
  return refusal === null ? [] : [{ path, message: `${at}: ${refusal}` }]
}

/** All simulators would show the texts of the same phones. */
function simulatorFaults(carriers: Content): readonly Fault[] {
  const names = Object.keys(carriers).filter((name) => {
    const carrier = carriers[name]
    return isObject(carrier) && carrier['type'] === 'simulator'
  })
  if (names.length <= 1) return []
  const message = `only one carrier may have the type simulator, got ${names.join(', ')}`
  return [{ path: ['carriers', names[1]!], message }]
}

function fieldsOf(type: string) {
  return Object.hasOwn(HTTP_CARRIERS, type)
    ? HTTP_CARRIERS[type]!.fields
    : Object.hasOwn(OTHER_FIELDS, type)
      ? OTHER_FIELDS[type]
      : undefined
}

function routesFaults(routes: unknown, names: readonly string[]): readonly Fault[] {
  if (routes === undefined) {
    if (names.length <= 1) return []
    return [
      { path: [], message: `routes is missing: with several carriers, it says which of ${names.join(', ')} is used` },
    ]
  }
  if (!Array.isArray(routes) || routes.length === 0) {
    return [{ path: ['routes'], message: 'routes must be a list of routes', shows: 'value' }]
  }
  const everywhere = routes.findIndex((route) => isObject(route) && route['toPrefix'] === undefined)
  return routes.flatMap((route: unknown, i) => [
    ...routeFaults(route, i, names),
    ...(everywhere !== -1 && i > everywhere
      ? [{ path: ['routes', i], message: `routes[${i}] is never used: routes[${everywhere}] fits every number` }]
      : []),
  ])
}

function routeFaults(route: unknown, i: number, names: readonly string[]): readonly Fault[] {
  const path = ['routes', i]
  const at = `routes[${i}]`
  if (!isObject(route)) return [{ path, message: `${at} must have via and may have toPrefix`, shows: 'value' }]
  const { toPrefix, via, ...others } = route
  return [
    ...Object.keys(others).map((name) => ({
      path: [...path, name],
      message: `${at}: unknown setting ${name}: expected toPrefix, via`,
    })),
    ...(toPrefix === undefined || (typeof toPrefix === 'string' && /^\+\d{1,15}$/.test(toPrefix))
      ? []
      : [
          {
            path: [...path, 'toPrefix'],
            message: `${at}.toPrefix must be the beginning of a number, between quotes, such as "+44"`,
            shows: 'value' as const,
          },
        ]),
    ...viaFaults(via, { path: [...path, 'via'], at: `${at}.via`, names }),
  ]
}

type Via = { readonly path: Fault['path']; readonly at: string; readonly names: readonly string[] }

function viaFaults(via: unknown, { path, at, names }: Via): readonly Fault[] {
  const known = `of this file (${names.join(', ')})`
  if (!Array.isArray(via) || via.length === 0) {
    return [{ path, message: `${at} must be a list of carriers ${known}`, shows: 'value' }]
  }
  return via.flatMap((name: unknown, i): readonly Fault[] => {
    if (!names.includes(name as string)) {
      return [{ path: [...path, i], message: `${at}[${i}] must be a carrier ${known}`, shows: 'value' }]
    }
    return via.indexOf(name) === i ? [] : [{ path, message: `${at} names ${String(name)} twice` }]
  })
}
