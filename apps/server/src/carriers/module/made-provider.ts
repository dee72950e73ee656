import type { UseCases } from '@carillon/container'
import type { CarrierDesk, CarrierDirectory, SmsProvider, UnitOfWork } from '@carillon/core'
import type { FakeSms } from '@carillon/fake-sms'
import type { RequestHandler } from 'express'
import type { Knex } from 'knex'
import type { Registry } from 'prom-client'
import type { CarriersFile } from '../file/carriers-file.js'
import type { CarrierReceiver } from './carrier-intake.js'
import type { Logger } from '../../logging/logger.js'
import { outlineOf } from '../file/outline.js'

/** What a provider may use of the service. */
export type ProviderContext = {
  readonly knex: Knex
  readonly unitOfWork: UnitOfWork
  /** The use cases need the provider, so they are created after it. */
  readonly useCases: Promise<Pick<UseCases, 'receiveInbound' | 'receiveReceipt'>>
  readonly logger: Logger
  readonly registry: Registry
  /** Stores what a module reports, if it is one of several carriers. */
  readonly receiver?: CarrierReceiver
}

/** A provider that was read from the settings, but not opened yet. */
export type LoadedProvider = {
  /** The value of the setting. */
  readonly name: string
  /** The file that names the carriers, if there is one. */
  readonly file: Pick<CarriersFile, 'carriers' | 'publicUrl'> | null
  /** What the operator must know about it. */
  readonly warnings: readonly string[]
  /** Throws a UserError if it cannot be opened. */
  make(context: ProviderContext): Promise<MadeProvider>
}

/** The result of `createProvider` in a provider module. */
export type MadeProvider = {
  readonly provider: SmsProvider
  /** Handles the carrier's requests below `/provider`. `req.body` has the raw bytes of the body. */
  readonly router?: RequestHandler | null
  /** If omitted, the carrier of a number is unknown, and no look-ups are charged. */
  readonly directory?: CarrierDirectory | null
  /** The simulated phones, if the provider has any. */
  readonly fakeSms?: FakeSms | null
  /** Its carriers, if it names them. */
  readonly carrierDesk?: CarrierDesk | null
  /** The names of the carriers whose breaker is not closed. */
  readonly openBreakers?: () => readonly string[]
  /** Closes what the provider opened; called once, after everything else has stopped. */
  readonly close?: (() => unknown) | null
}

/** A message for the author of the module if the shape is wrong; else null. */
export function faultOf(made: unknown): string | null {
  if (!isObject(made)) return `createProvider must return { provider }, but returned ${outlineOf(made)}`
  const { provider, router, directory, close } = made
  if (!isObject(provider)) return `createProvider must return { provider }, but returned ${outlineOf(made)}`
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
    if (typeof found !== kind) return `${path} must be ${WORDS[kind]}, got ${outlineOf(found)}`
  }
  return null
}

const WORDS = { function: 'a function', boolean: 'true or false' } as const

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
