import type { ClientOptions } from './client-options.js'
import { Connection, type Arguments } from './connection.js'
import type { AnswerOf, InputOf, Method, PathOf } from './operation.js'
import { batches, broadcasts } from './public/bulk.js'
import { contacts, customFields, groups, memberships } from './public/contacts.js'
import { credits } from './public/credits.js'
import { links } from './public/links.js'
import { messages, previews } from './public/messages.js'
import { schedules } from './public/schedules.js'
import { requireOptions } from './require-options.js'

export type CarillonOptions = ClientOptions & {
  /** The id of an API key. */
  readonly key: string
  /** And its secret. */
  readonly secret: string
}

type PublicPath<M extends Method> = Extract<PathOf<M>, `/api/v1/${string}`>

/** The public API with an account's key: every operation as a method, by what it is about. */
export class Carillon {
  readonly #connection: Connection
  readonly contacts
  readonly customFields
  readonly memberships
  readonly groups
  readonly messages
  readonly previews
  readonly broadcasts
  readonly batches
  readonly schedules
  readonly links
  readonly credits

  constructor(given: CarillonOptions) {
    const { key, secret, ...options } = requireOptions('Carillon', ['url', 'key', 'secret'], given)
    const connection = new Connection(`Basic ${base64Of(`${key}:${secret}`)}`, options)
    this.#connection = connection
    this.contacts = contacts(connection)
    this.customFields = customFields(connection)
    this.memberships = memberships(connection)
    this.groups = groups(connection)
    this.messages = messages(connection)
    this.previews = previews(connection)
    this.broadcasts = broadcasts(connection)
    this.batches = batches(connection)
    this.schedules = schedules(connection)
    this.links = links(connection)
    this.credits = credits(connection)
  }

  /** Any operation by its place in the document: the same retries and limits, and the types of its path. */
  request<M extends Method, P extends PublicPath<M>>(
    method: M,
    path: P,
    ...input: Arguments<InputOf<M, P>>
  ): Promise<AnswerOf<M, P>> {
    return this.#connection.request(method, path, ...input)
  }
}

function base64Of(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
