import {
  ApplyAccount,
  CreateContact,
  JoinGroup,
  LeaveGroup,
  parsePhoneNumber,
  SaveContactList,
  UpdateContact,
} from '@carillon/core'
import { SIX_ZONES } from '../../shared/calendar.js'

const CREDITS = 10_000_000
const GROUPS = ['Alto', 'Bass', 'Carillon', 'Descant', 'Encore']
/** The number of contacts in each zone, and without a zone. */
const CONTACTS_EACH = 2
const POSTAL_CODES = ['10001', '60601', '80202', '90001', '99501', '96813']
const AREA_CODES = ['202', '312', '303', '213', '907', '808']

/**
 * The accounts with their contacts, and a model of them: the zone and the groups of each contact. Each change is made
 * in the service and in the model.
 */
export class People {
  accounts = []

  constructor(ports, dice) {
    this.ports = ports
    this.dice = dice
  }

  async moveIn(count) {
    for (let n = 0; n < count; n++) this.accounts.push(await this.#createAccountModel(n))
  }

  async #createAccountModel(n) {
    const { ports, dice } = this
    const name = `Year ${n}`
    const { account, parts } = await new ApplyAccount(ports).execute({
      declaration: {
        name,
        capabilities: { silentOptIn: true },
        credits: { sms: CREDITS },
        numbers: [{ number: `+1202555${String(1000 + n)}` }],
        groups: GROUPS.map((group) => ({ name: group })),
      },
      prune: false,
    })
    const groups = parts.groups.map(({ id }) => id)
    const accountModel = { n, account, groups, from: parts.senders[0].number, contacts: new Map(), lists: [] }
    const numbers = [
      ...SIX_ZONES.flatMap((_, i) => Array.from({ length: CONTACTS_EACH }, (_, j) => `+1${AREA_CODES[i]}555020${j}`)),
      ...Array.from({ length: CONTACTS_EACH }, (_, j) => `+44740012345${j}`),
    ]
    const phones = numbers.map((number) => parsePhoneNumber(number))
    for (const [i, phone] of phones.entries()) {
      await new CreateContact(ports).execute({ account, phone, fields: {} })
      const zone = SIX_ZONES[Math.floor(i / CONTACTS_EACH)] ?? null
      accountModel.contacts.set(phone, { phone, zone, groups: new Set() })
      for (const group of groups) if (dice.hits(0.4)) await this.join(accountModel, phone, group)
    }
    for (const list of ['Guests', 'Donors']) {
      const members = phones.filter(() => dice.hits(0.4))
      if (members.length === 0) members.push(phones[0])
      const { id } = await new SaveContactList(ports).execute({ accountName: name, name: list, phones: members })
      accountModel.lists.push({ id, phones: new Set(members) })
    }
    return accountModel
  }

  get granted() {
    return CREDITS * this.accounts.length
  }

  async join({ account, contacts }, phone, group) {
    await new JoinGroup(this.ports).execute({ account, phone, group, mode: 'SILENT' })
    contacts.get(phone).groups.add(group)
  }

  async leave({ account, contacts }, phone, group) {
    await new LeaveGroup(this.ports).execute({ account, phone, group })
    contacts.get(phone).groups.delete(group)
  }

  /** Moves a contact to one of the six zones, by changing the postal code. */
  async move({ account, contacts }, phone) {
    const place = this.dice.between(0, SIX_ZONES.length - 1)
    const patch = { address: { postalCode: POSTAL_CODES[place] } }
    await new UpdateContact(this.ports).execute({ account, phone, patch })
    contacts.get(phone).zone = SIX_ZONES[place]
  }

  /** The numbers of a schedule's audience that may be texted, with their zones. */
  reached({ accountModel, audience }) {
    const list = audience.kind === 'list' ? accountModel.lists.find(({ id }) => id === audience.list) : null
    const isMeant = ({ phone, groups }) =>
      list === null ? audience.groups.some((id) => groups.has(id)) : list.phones.has(phone)
    const reached = [...accountModel.contacts.values()].filter((one) => one.groups.size > 0 && isMeant(one))
    return reached.map(({ phone, zone }) => ({ phone, zone })).sort((one, other) => (one.phone < other.phone ? -1 : 1))
  }

  mayBeTexted(accountModel, phone) {
    return accountModel.contacts.get(phone).groups.size > 0
  }
}
