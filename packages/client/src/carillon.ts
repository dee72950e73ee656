import type { ClientOptions } from './client-options.js'
import { batches, broadcasts } from './public/bulk.js'
import { contacts, customFields, groups, memberships } from './public/contacts.js'
import { conversations } from './public/conversations.js'
import { credits } from './public/credits.js'
import { search } from './public/search.js'
import { statistics } from './public/statistics.js'
import { keywords } from './public/keywords.js'
import { links } from './public/links.js'
import { messages, previews } from './public/messages.js'
import { schedules } from './public/schedules.js'
import { segments } from './public/segments.js'
import { templates } from './public/templates.js'
import { Connection, type Arguments } from './requests/connection.js'
import type { AnswerOf, InputOf, Method, PathOf } from './requests/operation.js'
import { requireOptions } from './require-options.js'

export type CarillonOptions = ClientOptions & {
  /** The id of an API key. */
  readonly key: string
  /** The secret of the API key. */
  readonly secret: string
}

type PublicPath<M extends Method> = Extract<PathOf<M>, `/api/v1/${string}`>

/** The public API with an account's key: every operation as a method, grouped by resource. */
export class Carillon {
  readonly #connection: Connection
  readonly contacts
  readonly customFields
  readonly memberships
  readonly groups
  readonly segments
  readonly messages
  readonly conversations
  readonly previews
  readonly keywords
  readonly broadcasts
  readonly batches
  readonly schedules
  readonly templates
  readonly links
  readonly credits
  readonly statistics
  readonly search

  constructor(given: CarillonOptions) {
    const { key, secret, ...options } = requireOptions('Carillon', ['url', 'key', 'secret'], given)
    const connection = new Connection(`Basic ${base64Of(`${key}:${secret}`)}`, options)
    this.#connection = connection
    this.contacts = contacts(connection)
    this.customFields = customFields(connection)
    this.memberships = memberships(connection)
    this.groups = groups(connection)
    this.segments = segments(connection)
    this.messages = messages(connection)
    this.conversations = conversations(connection)
    this.previews = previews(connection)
    this.keywords = keywords(connection)
    this.broadcasts = broadcasts(connection)
    this.batches = batches(connection)
    this.schedules = schedules(connection)
    this.templates = templates(connection)
    this.links = links(connection)
    this.credits = credits(connection)
    this.statistics = statistics(connection)
    this.search = search(connection)
  }

  /** Calls any operation by its method and path in the OpenAPI document, with the same retries, limits and types. */
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
