import { ApplyAccount, CreateContact, JoinGroup, parsePhoneNumber } from '@carillon/core'
import { SIX_ZONES } from '../../../shared/calendar.js'

const CREDITS = 10_000_000
const AREA_CODES = ['202', '312', '303', '213', '907', '808']
const EACH = 2
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
/** They may have windows of their own; the members of each are random. */
const GROUPS = ['Nights', 'Mornings']
const DAY_MS = 24 * 3_600_000

/** Odd offsets, and clocks that change at midnight, by half an hour, in the other half-year, or not at all. */
export const OTHER_ZONES =
  'America/Phoenix America/Detroit America/Adak America/Boise America/Indiana/Knox America/Puerto_Rico America/St_Johns America/Havana America/Santiago America/Asuncion America/Sao_Paulo America/Nuuk America/Mexico_City America/Caracas Atlantic/Azores Europe/London Europe/Dublin Europe/Paris Europe/Berlin Europe/Kyiv Europe/Istanbul Europe/Moscow Africa/Casablanca Africa/Cairo Africa/Lagos Asia/Beirut Asia/Jerusalem Asia/Tehran Asia/Kabul Asia/Karachi Asia/Kolkata Asia/Kathmandu Asia/Yangon Asia/Shanghai Asia/Tokyo Australia/Adelaide Australia/Lord_Howe Australia/Sydney Pacific/Auckland Pacific/Chatham'.split(
    ' ',
  )

/**
 * Accounts with random windows, each in another zone, with contacts in every US zone and in the zone of the account. Half of
 * them have groups with windows of their own, and a few of these have no other windows.
 */
export async function createCustomers(ports, dice, { accounts, fromMs, untilMs }) {
  const customers = []
  const zones = [...SIX_ZONES, ...OTHER_ZONES]
  for (let n = 0; n < accounts; n++) {
    const timezone = zones[n % zones.length]
    const hours = {
      windows: windowsOf(dice),
      holidays: Array.from({ length: dice.between(0, 20) }, () => dateOf(dice.between(fromMs, untilMs))),
      holdAtMost: `${dice.pick([1, 6, 12, 24, 24, 48, 72])}h`,
    }
    customers.push(await createCustomer(ports, dice, { n, timezone, hours }))
  }
  return customers
}

function windowsOf(dice) {
  const some = (group) => Array.from({ length: dice.between(1, 3) }, () => ({ ...windowOf(dice), ...group }))
  if (dice.hits(0.5)) return some({})
  const ofGroups = GROUPS.filter(() => dice.hits(0.8)).flatMap((group) => some({ group }))
  return ofGroups.length === 0 || dice.hits(0.8) ? [...some({}), ...ofGroups] : ofGroups
}

/** Ordinary hours, hours over midnight, short windows, and windows in the hours in which clocks change. */
function windowOf(dice) {
  const days = dice.hits(0.5) ? DAYS : DAYS.filter(() => dice.hits(0.6))
  const [from, to] = dice.pick([
    ['08:00', '21:00'],
    ['09:30', '17:45'],
    ['20:00', '02:00'],
    ['22:15', '06:00'],
    ['01:30', '02:30'],
    ['02:15', '03:15'],
    ['00:00', '00:30'],
    ['23:30', '24:00'],
    ['12:00', '12:00'],
  ])
  return { days: days.length > 0 ? days : ['sat'], from, to }
}

function dateOf(ms) {
  return new Date(ms - (ms % DAY_MS)).toISOString().slice(0, 10)
}

async function createCustomer(ports, dice, { n, timezone, hours }) {
  const { account, parts } = await new ApplyAccount(ports).execute({
    declaration: {
      name: `Windows ${n}`,
      timezone,
      capabilities: { silentOptIn: true },
      credits: { sms: CREDITS },
      sendingWindows: hours.windows,
      holidays: hours.holidays,
      holdAtMost: hours.holdAtMost,
      numbers: [{ number: `+1202555${String(1000 + n)}` }],
      groups: ['All', ...GROUPS].map((name) => ({ name })),
    },
    prune: false,
  })
  const idOf = new Map(parts.groups.map(({ id, name }) => [name, id]))
  const zoneOf = new Map()
  const groupsOf = new Map()
  for (let i = 0; i < EACH; i++) {
    for (const [j, zone] of SIX_ZONES.entries()) zoneOf.set(`+1${AREA_CODES[j]}555020${i}`, zone)
    zoneOf.set(`+44740012345${i}`, timezone)
  }
  for (const phone of zoneOf.keys()) {
    const number = parsePhoneNumber(phone)
    await new CreateContact(ports).execute({ account, phone: number, fields: {} })
    const groups = ['All', ...GROUPS.filter(() => dice.hits(0.3))]
    groupsOf.set(phone, groups)
    for (const name of groups) {
      await new JoinGroup(ports).execute({ account, phone: number, group: idOf.get(name), mode: 'SILENT' })
    }
  }
  return { account, hours, zoneOf, groupsOf, from: parts.senders[0].number }
}
