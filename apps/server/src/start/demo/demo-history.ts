import {
  parseTimeZone,
  parseWallClock,
  rowReaderOf,
  type Account,
  type Adapters,
  type PhoneNumber,
} from '@carillon/core'
import { CUSTOMER_HEADER, CUSTOMERS } from './customers.js'
import { createDemoAccount, DEMO_CONTACT, DEMO_SENDER, type DemoKey } from './demo-account.js'
import { Past } from './past.js'

/**
 * Creates the demo account as if the service had run for four weeks: with customers, broadcasts with receipts and clicks,
 * opt-outs, a schedule and conversations. The use cases do it, with a clock in the past; the simulated phones get none of these
 * texts. Returns null if the service has an account already.
 */
export async function createDemoWithHistory(adapters: Adapters): Promise<DemoKey | null> {
  const past = new Past(adapters)
  past.goTo({ daysAgo: 28, at: '15:00' })
  const key = await createDemoAccount(past.useCases)
  if (key === null) return null
  const [account] = await past.useCases.listAccounts.execute()
  const history = new History(past, account!, key)

  await history.addLink()
  await history.addCustomers()
  past.goTo({ daysAgo: 27, at: '16:30' })
  await history.broadcast('Hi {{contact_first_name}}, welcome to our newsletter! Reply STOP to leave.')
  for (const [week, { body, clicks, reply }] of WEEKS.entries()) {
    past.goTo({ daysAgo: 21 - 7 * week, at: '17:00' })
    await history.broadcast(body)
    await history.click(clicks)
    await history.write(phoneOf(17 * week + 3), reply)
    await history.write(phoneOf(17 * week + 8), 'STOP')
  }
  past.goToMinutesAgo(26 * 60)
  await history.write(DEMO_CONTACT, 'Hi, do you open on Sunday?')
  past.pass(180_000)
  await history.answer(DEMO_CONTACT, 'Hi {{contact_first_name}}, yes: from 10 to 4. See you then!')
  past.pass(60_000)
  await history.write(DEMO_CONTACT, 'Great, thank you!')
  await history.scheduleNextWeek('Hi {{contact_first_name}}, here is what is new: {{trackingLink "demo.example/new"}}')
  past.goToMinutesAgo(95)
  await history.write(phoneOf(5), 'Could you keep the green one for me?')
  return key
}

const LINK = { link: 'demo.example/new', target: 'https://example.com/new' }

const WEEKS = [
  {
    body: 'Hi {{contact_first_name}}, new this week: {{trackingLink "demo.example/new"}}',
    clicks: 11,
    reply: 'Lovely!',
  },
  {
    body: '{{contact_first_name}}, our sale begins today: {{trackingLink "demo.example/new"}}',
    ...{ clicks: 19, reply: 'Do you ship to Hawaii?' },
  },
  {
    body: 'The last days of the sale, {{contact_first_name}}: {{trackingLink "demo.example/new"}}',
    ...{ clicks: 14, reply: 'Is the blue one still there?' },
  },
]

class History {
  #lastTexts: readonly { readonly body: string }[] = []

  constructor(
    private readonly past: Past,
    private readonly account: Account,
    private readonly key: DemoKey,
  ) {}

  async addLink(): Promise<void> {
    const declaration = { name: this.account.name, trackingLinks: [LINK] }
    await this.past.useCases.applyAccount.execute({ declaration, prune: false })
  }

  async addCustomers(): Promise<void> {
    const { account } = this
    const fields = await this.past.useCases.readCustomFields.execute({ account })
    const group = await this.past.useCases.readGroup.execute({ account, id: this.key.group })
    const rows = CUSTOMERS.map((cells, i) => ({ line: i + 2, cells }))
    const read = rowReaderOf(CUSTOMER_HEADER, fields)
    for await (const { rejected } of this.past.useCases.importContacts.execute({
      account,
      group,
      fields,
      read,
      rows: [rows],
    })) {
      if (rejected.length > 0) throw new Error(`A customer of the demo account was rejected: ${rejected[0]!.reason}`)
    }
  }

  /** To everybody who has not left. */
  async broadcast(body: string): Promise<void> {
    const { account } = this
    const phones = CUSTOMERS.map(([phone]) => phone!).filter((phone) => !this.#left.has(phone))
    await this.past.useCases.startBroadcast.execute({
      ...{ kind: 'broadcast', account, from: DEMO_SENDER, body, mediaUrl: null, idempotencyKey: null },
      recipients: { phones, keys: null, bodies: null, mediaUrls: null },
    })
    this.past.pass(1_000)
    await this.past.work()
    this.#lastTexts = await this.past.report()
  }

  readonly #left = new Set<string>()

  /** The link is clicked in some of the texts of the last broadcast, by a different visitor each. */
  async click(count: number): Promise<void> {
    for (const [i, { body }] of this.#lastTexts.slice(0, count).entries()) {
      this.past.pass(i * 97_000)
      const { hostname: host, pathname: path } = new URL(/https:\S+/.exec(body)![0])
      await this.past.useCases.followLink.execute({
        ...{ host, path, agent: PHONE_BROWSER, isOnlyALook: false, address: `203.0.113.${i + 1}` },
      })
    }
  }

  async write(from: string, body: string): Promise<void> {
    this.past.pass(240_000)
    const text = { from, to: DEMO_SENDER, body, mediaUrl: null, providerId: `demo-${from}-${body}` }
    await this.past.useCases.receiveInbound.execute(text)
    await this.past.report()
    if (body === 'STOP') this.#left.add(from)
  }

  async answer(to: string, body: string): Promise<void> {
    const { account } = this
    await this.past.useCases.sendMessage.execute({
      ...{ account, to, from: DEMO_SENDER, body, mediaUrl: null, idempotencyKey: null },
    })
    await this.past.report()
  }

  /** Every Monday at ten, at everybody's own time. */
  async scheduleNextWeek(body: string): Promise<void> {
    const { account, key } = this
    const [at, timezone] = [parseWallClock(`${this.past.nextMonday()}T10:00`)!, parseTimeZone('America/New_York')]
    const recurrence = { frequency: 'weekly', interval: 1, daysOfWeek: ['mon'], endType: 'never' } as const
    await this.past.useCases.createSchedule.execute({
      ...{ account, audience: { kind: 'groups', groups: [key.group] }, from: DEMO_SENDER, body, waves: null },
      timetable: { at, timezone, sendByLocalTime: true, recurrence },
      idempotencyKey: null,
    })
  }
}

function phoneOf(customer: number): PhoneNumber {
  return CUSTOMERS[customer]![0] as PhoneNumber
}

const PHONE_BROWSER =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
