import { accounts, apply, credits, keys, plan, requests } from './admin/accounts.js'
import { carriers } from './admin/carriers.js'
import { consent } from './admin/consent.js'
import { contacts } from './admin/contacts.js'
import { jobs } from './admin/jobs.js'
import { keywords } from './admin/keywords.js'
import { broadcasts, contactLists, links, schedules } from './admin/sending.js'
import { users } from './admin/users.js'
import { webhooks } from './admin/webhooks.js'
import type { ClientOptions } from './client-options.js'
import { Connection, type Arguments } from './requests/connection.js'
import type { AnswerOf, InputOf, Method, PathOf } from './requests/operation.js'
import { requireOptions } from './require-options.js'

export type CarillonAdminOptions = ClientOptions & {
  /** The admin token of the service. */
  readonly token: string
}

type AdminPath<M extends Method> = Extract<PathOf<M>, `/admin/v1/${string}`>

/** The admin API, for the operators of a service. Accounts are identified by name. */
export class CarillonAdmin {
  readonly #connection: Connection
  readonly apply
  readonly plan
  readonly accounts
  readonly keys
  readonly requests
  readonly credits
  readonly contacts
  readonly contactLists
  readonly broadcasts
  readonly schedules
  readonly links
  readonly webhooks
  readonly jobs
  readonly carriers
  readonly keywords
  readonly consent
  readonly users

  constructor(given: CarillonAdminOptions) {
    const { token, ...options } = requireOptions('CarillonAdmin', ['url', 'token'], given)
    const connection = new Connection(`Bearer ${token}`, options)
    this.#connection = connection
    this.apply = apply(connection)
    this.plan = plan(connection)
    this.accounts = accounts(connection)
    this.keys = keys(connection)
    this.requests = requests(connection)
    this.credits = credits(connection)
    this.contacts = contacts(connection)
    this.contactLists = contactLists(connection)
    this.broadcasts = broadcasts(connection)
    this.schedules = schedules(connection)
    this.links = links(connection)
    this.webhooks = webhooks(connection)
    this.jobs = jobs(connection)
    this.carriers = carriers(connection)
    this.keywords = keywords(connection)
    this.consent = consent(connection)
    this.users = users(connection)
  }

  /** Calls any operation by its method and path in the OpenAPI document, with the same retries and full types. */
  request<M extends Method, P extends AdminPath<M>>(
    method: M,
    path: P,
    ...input: Arguments<InputOf<M, P>>
  ): Promise<AnswerOf<M, P>> {
    return this.#connection.request(method, path, ...input)
  }
}
