import type { CarrierDirectory, SmsProvider } from '@carillon/core'
import type { RequestHandler } from 'express'

/** What `createProvider` of a provider module returns. */
export type MadeProvider = {
  readonly provider: SmsProvider
  /** Takes what the carrier posts, below `/provider`. It finds the bytes of the body in `req.body`. */
  readonly router?: RequestHandler | null
  /** Left out, nobody can say which carrier a number is with, and nothing is paid for it. */
  readonly directory?: CarrierDirectory | null
  /** Ends what it has opened; called once, when everything else has stopped. */
  readonly close?: (() => unknown) | null
}

/** What is wrong with the shape, in words for who wrote the module; null where nothing is. */
export function faultOf(made: unknown): string | null {
  if (!isObject(made)) return `createProvider must return { provider }, and returned ${outlineOf(made)}`
  const { provider, router, directory, close } = made
  if (!isObject(provider)) return `createProvider must return { provider }, and returned ${outlineOf(made)}`
  return (
    faultIn('provider', provider, { submit: 'function', find: 'function' }) ??
    faultIn('provider', provider, { deduplicates: 'boolean', canBeAsked: 'boolean' }) ??
    (provider['forget'] == null ? null : faultIn('provider', provider, { forget: 'function' })) ??
    (directory == null ? null : faultIn('directory', directory, { lookUp: 'function' })) ??
    (router == null ? null : faultIn('', made, { router: 'function' })) ??
    (close == null ? null : faultIn('', made, { close: 'function' }))
  )
}

type Kind = 'function' | 'boolean'

function faultIn(owner: string, value: unknown, kinds: Readonly<Record<string, Kind>>): string | null {
  for (const [name, kind] of Object.entries(kinds)) {
    const found = isObject(value) ? value[name] : undefined
    const path = owner === '' ? name : `${owner}.${name}`
    if (typeof found !== kind) return `${path} must be ${WORDS[kind]}, and is ${outlineOf(found)}`
  }
  return null
}

const WORDS = { function: 'a function', boolean: 'true or false' } as const

/** Names and no values, which may be secret. */
export function outlineOf(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (!isObject(value)) return `a ${typeof value}`
  const names = Object.keys(value)
  return names.length === 0 ? '{}' : `{ ${names.join(', ')} }`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
