import {
  ApplyAccount,
  CreateContact,
  ImportContacts,
  JoinGroup,
  ReadConsent,
  UpdateContact,
  createIds,
  parsePhoneNumber,
  parseTimeZone,
  rowReaderOf,
} from '@carillon/core'

/**
 * The exercises of the core, which run in the bare realm. An exercise gets the adapters, which come from
 * outside the realm. It may be async, and it throws to fail. Add an exercise for each new feature of the core.
 */
export const exercises = {
  'a phone number is parsed with the tables only'() {
    assert(parsePhoneNumber(ANN) === ANN)
  },
  'a phone number that needs the library is parsed'() {
    assert(parsePhoneNumber('+390236618300') === '+390236618300')
  },
  'an invalid phone number is refused with a domain error'() {
    const refusal = thrownBy(() => parsePhoneNumber('+112025550100'))
    assert(refusal.code === 'invalid-phone-number')
  },
  'a time zone is parsed by name, and an unknown one is refused'() {
    assert(parseTimeZone('america/new_york') === 'America/New_York')
    assert(thrownBy(() => parseTimeZone('America/Nowhere')).code === 'invalid-input')
  },
  'ids are derived from the given time and bytes'() {
    const source = () => createIds({ nowMs: () => 1_000, randomBytes: (length) => new Uint8Array(length).fill(7) })
    const [ids, same] = [source(), source()]
    const first = ids.next('con')
    assert(first === same.next('con'))
    assert(first < ids.next('con'))
  },
  'a row of a file is read, and an invalid row is refused with its column'() {
    const read = rowReaderOf(['phoneNumber', 'firstName', 'Plan', 'Visits'], FIELDS)
    const { phone, patch } = read([ANN, ' Ann ', 'Pro', '12'])
    assert(phone === ANN && patch.firstName === 'Ann')
    assert(patch.customFields.Plan === 'Pro' && patch.customFields.Visits === 12)
    assert(thrownBy(() => read(['12025550123', '', '', ''])).message.startsWith('phoneNumber'))
  },
  async 'an account is applied, and applying it again changes nothing'(adapters) {
    const { account, changes, parts } = await applied(adapters)
    assert(account.createdAt.getTime() === adapters.clock.now().getTime())
    assert(parts.newKeySecrets.has('key_acme') && parts.groups.length === 1)
    assert(changes.length > 0)
    assert((await applied(adapters)).changes.length === 0)
  },
  async 'a contradictory account is refused with a domain error'(adapters) {
    const twice = { ...DECLARATION, groups: [{ name: 'VIP' }, { name: 'VIP' }] }
    const refusal = await failureOf(new ApplyAccount(adapters).execute({ declaration: twice, prune: false }))
    assert(refusal.code === 'invalid-input')
  },
  async 'a contact is created once, with the timezone of its area code'(adapters) {
    const { account } = await applied(adapters)
    const create = () => new CreateContact(adapters).execute({ account, phone: ANN, fields: { firstName: 'Ann' } })
    assert((await create()).tz === 'America/New_York')
    assert((await failureOf(create())).code === 'contact-exists')
  },
  async 'a patch sets and clears fields, and derives the timezone from the postal code'(adapters) {
    const { account } = await applied(adapters)
    await new CreateContact(adapters).execute({ account, phone: ANN, fields: { firstName: 'Ann' } })
    const patch = { firstName: null, address: { postalCode: '90210', country: 'us' }, customFields: { plan: 'Pro' } }
    const patched = await new UpdateContact(adapters).execute({ account, phone: ANN, patch })
    assert(!('firstName' in patched) && patched.address.country === 'US')
    assert(patched.tz === 'America/Los_Angeles' && patched.customFields.Plan === 'Pro')
  },
  async 'a contact joins a group, which is recorded in the consent log'(adapters) {
    const { account, parts } = await applied(adapters)
    const group = parts.groups[0].id
    await new CreateContact(adapters).execute({ account, phone: ANN, fields: {} })
    const joined = await new JoinGroup(adapters).execute({ account, phone: ANN, group, mode: 'DIRECT' })
    assert(joined.groups.length === 1 && joined.groups[0].id === group)
    const { state, log } = await new ReadConsent(adapters).execute({ account, phone: ANN })
    assert(state === 'opted_in' && log.length === 1 && log[0].action === 'OPT_IN')
  },
  async 'a file is imported, and importing it again changes nothing'(adapters) {
    const { account, parts } = await applied(adapters)
    const read = rowReaderOf(['phoneNumber', 'Plan'], parts.customFields)
    const rows = [[{ line: 2, cells: [ANN, 'Pro'] }], [{ line: 3, fault: 'is too long' }]]
    const input = { account, group: parts.groups[0], fields: parts.customFields, read, rows }
    const totalsOf = async (steps) => {
      let last
      for await (const { totals } of steps) last = totals
      return last
    }
    const first = await totalsOf(new ImportContacts(adapters).execute(input))
    assert(first.created === 1 && first.joined === 1 && first.rejected === 1)
    const second = await totalsOf(new ImportContacts(adapters).execute(input))
    assert(second.unchanged === 1 && second.joined === 0)
  },
}

const ANN = '+12025550123'

const DECLARATION = {
  name: 'Acme',
  timezone: 'America/New_York',
  credits: { sms: 100 },
  apiKeys: [{ id: 'key_acme' }],
  groups: [{ name: 'VIP', tags: ['vip'] }],
  customFields: [
    { key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] },
    { key: 'contact_custom_field_2', label: 'Visits', type: 'NUMBER' },
  ],
}

const FIELDS = DECLARATION.customFields.map((field) => ({ options: [], status: 'active', ...field }))

function applied(adapters) {
  return new ApplyAccount(adapters).execute({ declaration: DECLARATION, prune: false })
}

function assert(condition) {
  if (!condition) throw new Error('The exercise found something else than it expected')
}

function thrownBy(run) {
  try {
    run()
  } catch (error) {
    return error
  }
}

function failureOf(promise) {
  return promise.then(
    () => undefined,
    (error) => error,
  )
}
