import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isFieldText } from '../codec/encode-pdu.js'
import type { SettingField, SettingFields } from './setting-fields.js'
import { SMPP_FIELDS, type SmppSettings } from './smpp-settings.js'

/** What is wrong with the settings, each as `port: got 2775.5, expected an integer`; empty if nothing is. */
export function faultsOfSmpp(settings: SmppSettings): readonly string[] {
  const faults = faultsIn(settings, SMPP_FIELDS)
  return faults.length > 0 ? faults : [...certificateFaults(settings), ...codingFaults(settings)]
}

function faultsIn(settings: object, fields: SettingFields): readonly string[] {
  const values = settings as Readonly<Record<string, unknown>>
  return Object.entries(fields).flatMap(([name, field]): readonly string[] => {
    const value = values[name]
    if (value === undefined) return field.isRequired === true ? [`${name}: got nothing, but it is required`] : []
    if (field.kind === 'fields' && typeof value === 'object' && value !== null) {
      return faultsIn(value, field.fields!).map((fault) => `${name}.${fault}`)
    }
    const fault = faultOf(value, field)
    return fault === null ? [] : [`${name}: ${fault}`]
  })
}

function faultOf(value: unknown, field: SettingField): string | null {
  switch (field.kind) {
    case 'number':
      return numberFault(value, field)
    case 'text':
    case 'secret':
      return textFault(value, field)
    default:
      return typeof value === 'boolean' ? null : `got ${shown(value)}, expected true or false`
  }
}

function numberFault(value: unknown, { min = -Infinity, max = Infinity, isInteger }: SettingField): string | null {
  if (typeof value !== 'number') return `got ${shown(value)}, expected a number`
  if (isInteger === true && !Number.isInteger(value)) return `got ${value}, expected an integer`
  return value >= min && value <= max ? null : `got ${value}, expected ${min} to ${max}`
}

/** No line shows the value of a secret. */
function textFault(value: unknown, { kind, oneOf, maxLength }: SettingField): string | null {
  if (typeof value !== 'string') return `got ${kind === 'secret' ? 'no text' : shown(value)}, expected a text`
  if (oneOf !== undefined && !oneOf.includes(value)) return `got ${shown(value)}, expected one of ${oneOf.join(', ')}`
  if (maxLength === undefined) return null
  if (value.length > maxLength) return `got ${value.length} characters, expected at most ${maxLength}`
  return isFieldText(value) ? null : 'got characters that SMPP cannot carry, expected ISO 8859-1'
}

const CERTIFICATE = /-----BEGIN ([A-Z0-9 ]*CERTIFICATE)-----[^-]+-----END \1-----/g

function certificateFaults({ tls }: SmppSettings): readonly string[] {
  if (typeof tls !== 'object' || tls.ca === undefined) return []
  try {
    const pem = tls.ca.includes('-----BEGIN') ? tls.ca : readFileSync(tls.ca, 'utf8')
    const certificates = pem.match(CERTIFICATE)
    if (certificates === null) return ['tls.ca: got no certificate, expected certificates in PEM, or a file with them']
    for (const certificate of certificates) new X509Certificate(certificate)
    return []
  } catch (error) {
    return [`tls.ca: got ${(error as Error).message}, expected certificates in PEM, or a file with them`]
  }
}

const UCS2 = 8

function codingFaults({ dataCoding, alphabet = 'gsm7' }: SmppSettings): readonly string[] {
  if (dataCoding !== UCS2 || alphabet === 'ucs2-only') return []
  return [`dataCoding: got 8, which stands for UCS-2, expected another number for the alphabet ${alphabet}`]
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? typeof value
}
