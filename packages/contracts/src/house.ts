import {
  type Account,
  type Contact,
  type CustomField,
  type Event,
  type EventType,
  type Group,
  type Membership,
  type PhoneNumber,
  type Stores,
  type UnitOfWork,
} from '@carillon/core'
import { NOW, aContact, aCustomField, aGroup, aMembership, aWebhookEndpoint, anAccount } from './builders.js'

/** An account in freshly opened adapters, and short ways to say what it has: all of it goes through the stores. */
export type House = {
  readonly account: Account
  /** A unit of work. */
  readonly run: UnitOfWork['run']
  /** Another account of the same service. */
  neighbour(given?: Partial<Account>): Promise<Account>
  contact(given?: Partial<Contact>): Promise<Contact>
  /** In steps of one unit of work. */
  contacts(...given: readonly Partial<Contact>[]): Promise<readonly Contact[]>
  group(given?: Partial<Group>): Promise<Group>
  customField(given?: Partial<CustomField>): Promise<CustomField>
  /** Puts the contact into the group with all that belongs to it: membership, consent, count. */
  member(contact: Contact, group: Group, given?: Partial<Pick<Membership, 'state' | 'since'>>): Promise<Membership>
  /** The number has texted STOP. */
  optOut(phone: PhoneNumber, at?: Date): Promise<void>
  listenTo(...types: readonly EventType[]): Promise<void>
  /** Those kept for delivery, the oldest first. */
  events(): Promise<readonly Event[]>
  /** The group as it is now. */
  reread(group: Group): Promise<Group>
}

export async function houseOf({ unitOfWork }: { unitOfWork: UnitOfWork }, given?: Partial<Account>): Promise<House> {
  const run: House['run'] = (work) => unitOfWork.run(work)
  const neighbour = async (other?: Partial<Account>) => {
    const account = anAccount(other)
    if (!(await run(({ accounts }) => accounts.add(account)))) throw new Error(`${account.name} is there already`)
    return account
  }
  const account = await neighbour({ name: 'Acme', ...given })
  const contacts = async (...many: readonly Partial<Contact>[]) => {
    const built = many.map((one) => aContact({ account: account.id, ...one }))
    await run((stores) => stores.contacts.add(built))
    return built
  }
  return {
    account,
    run,
    neighbour,
    contacts,
    contact: async (one = {}) => (await contacts(one))[0]!,
    group: (one) => built(aGroup({ account: account.id, ...one }), (group) => run(({ groups }) => groups.put(group))),
    customField: (one) =>
      built(aCustomField({ account: account.id, ...one }), (field) => run((stores) => stores.customFields.put(field))),
    member: (contact, group, one) =>
      built(aMembership({ contact, group, ...one }), (membership) =>
        run((stores) => enrol(stores, { contact, membership })),
      ),
    optOut: (phone, optedOutAt = NOW) =>
      run(async ({ consents }) => consents.save([{ ...(await consents.find(account.id, phone)), optedOutAt }])),
    listenTo: (...events) =>
      run((stores) => stores.webhookEndpoints.put(aWebhookEndpoint({ account: account.id, events }))),
    events: () => run((stores) => stores.events.oldest(account.id, 1_000)),
    reread: ({ id }) => run(async ({ groups }) => (await groups.find(account.id, [id])).get(id)!),
  }
}

async function enrol(stores: Stores, { contact, membership }: { contact: Contact; membership: Membership }) {
  await stores.memberships.save([membership])
  if (membership.state !== 'active') return
  const consent = await stores.consents.find(contact.account, contact.phone)
  await stores.consents.save([{ ...consent, activeGroups: consent.activeGroups + 1 }])
  await stores.groups.count(contact.account, new Map([[membership.group, 1]]))
}

async function built<T>(value: T, store: (value: T) => Promise<unknown>): Promise<T> {
  await store(value)
  return value
}
