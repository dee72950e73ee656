import type { Account, GroupId, MessageId, UserId } from '@carillon/core'
import { ANN, OURS, SECRET, type Erasable } from './erasable-service.js'

const SALE = 'go.acme.com/sale'

const BOB = (n: number) => `+1303555${String(n).padStart(4, '0')}`
export const OTHERS = Array.from({ length: 104 }, (_, n) => BOB(n))

/** Uses every feature with one number. Returns the id of its contact. */
export async function exerciseEverything(service: Erasable): Promise<{ readonly contact: string }> {
  const { admin, api, importCsv, useCases, fakeSms, knex, relay, work, hooks } = service
  await expectStatus(200, admin('POST', '/apply', declaration(hooks)))
  const pool = { id: `pool_${'0'.repeat(26)}`, name: 'Main', numbers: [OURS] }
  await knex.raw(`update account set pools = ? where name = 'Acme'`, [JSON.stringify([pool])])
  const account = await useCases.readAccount.execute({ name: 'Acme' })
  const groups = await groupIds(service, account)

  await storeImports(service, account)
  await importCsv(`${ANN_ROW}\n${OTHERS.join('\n')}`, 'VIP')
  await expectStatus(
    200,
    admin('POST', '/accounts/Acme/contact-lists', { name: 'Best', phoneNumbers: [ANN, OTHERS[0]!] }),
  )
  const content = { body: 'To the best', numbers: [ANN, OTHERS[0]!], form: '{}' }
  await useCases.createDraft.execute({ account, user: `usr_${'0'.repeat(26)}`, content })
  const member = (group: string, optInMode: string) =>
    api('POST', `/contacts/by-phone/${ANN}/groups/${groups[group]!}`, { optInMode })
  await expectStatus(200, member('News', 'SILENT'))
  await expectStatus(200, member('Gold', 'CONFIRM'))

  const send = async (fields: object = {}) =>
    (await api('POST', '/messaging/message', { to: ANN, from: OURS, body: 'Zanzibar', ...fields })).body
  const linked = await send({
    body: `Hi {{contact_first_name}} {{contact_phone_number}} {{trackingLink "${SALE}"}}`,
    mediaUrl: 'https://media.example.com/Annabel.png',
    idempotencyKey: 'order-1',
  })
  const code = String(linked.body).split('/').at(-1)!
  const [host, path] = ['go.acme.com', `/sale/${code}`]
  const address = '203.0.113.77'
  await useCases.followLink.execute({ host, path, agent: 'Quillphone/7 Mozilla', isOnlyALook: false, address })

  const template = (await api('POST', '/templates', { name: 'Offer', body: 'An offer' })).body
  await send({ body: undefined, template: { id: template.id } })

  const bulk = { from: OURS, body: 'News for {{contact_first_name}}' }
  const to = [ANN, ...OTHERS.slice(0, 103)].map((phone) => ({ to: phone }))
  await expectStatus(201, api('POST', '/messaging/broadcast', { ...bulk, recipients: to }))
  await behave(service, { outcome: 'reject', times: 1 })
  await work(['bulk'])
  const batchOf = (text: string) => ({
    from: OURS,
    recipients: [
      { to: ANN, body: `${text} for Annabel: Zanzibar`, idempotencyKey: `ann-${text}` },
      { to: OTHERS[0]!, body: 'For Bob', idempotencyKey: 'bob-1' },
    ],
  })
  await behave(service, { outcome: 'reject', times: 1 })
  const batch = (await api('POST', '/messaging/batch', batchOf('batch'))).body
  await work(['bulk'])
  await expectStatus(201, api('POST', `/messaging/batch/${batch.id}/retry`))
  await work(['bulk'])

  await behave(service, { outcome: 'opted_out', times: 1 })
  await send()
  const base = { account: account.id, at: new Date(), message: linked.id as MessageId }
  await useCases.receiveReceipt.execute({
    ...base,
    failure: { type: 'carrier_rejected', message: `${ANN} cannot be reached` },
  })

  await formOf(service, groups['VIP']!)
  await relay()
  await work(['webhooks', 'slow-webhooks'])

  const text = (body: string, n: number) =>
    useCases.receiveInbound.execute({ from: ANN, to: OURS, body, mediaUrl: null, providerId: `in-${n}` })
  await text('It is me, Annabel Quillfeather', 1)
  await noteOf(service, account)
  await fakeSms.keepWritten({
    id: 'sim_1',
    from: ANN,
    to: OURS,
    body: 'Zanzibar',
    mediaUrl: null,
    writtenAt: new Date(),
  })
  await text('STOP', 2)
  await text('START', 3)
  await text('YES', 4)
  await expectStatus(200, member('VIP', 'SILENT'))

  // From here on, nothing is completed: a text waits, a batch has not begun, and events are in the outbox.
  await behave(service, { outcome: 'unavailable', times: 1 })
  const waiting = await send({ idempotencyKey: 'order-2' })
  await useCases.receiveReceipt.execute({
    ...base,
    message: waiting.id,
    failure: { type: 'carrier_rejected', message: `${ANN} is gone` },
  })
  await expectStatus(201, api('POST', '/messaging/batch', batchOf('later')))
  await text('STOP', 5)
  await behave(service, { outcome: 'accept', times: null })
  const { rows } = await knex.raw<{ rows: { id: string }[] }>('select id from contact where phone = ?', [ANN])
  return { contact: rows[0]!.id }
}

/** A file that nobody has started yet, and one that was imported with a rejected row. */
async function storeImports({ useCases, work }: Erasable, account: Account) {
  const upload = () =>
    useCases.uploadImport.execute({
      account,
      user: 'usr_1' as UserId,
      format: { name: 'crm.csv', delimiter: ',', encoding: 'utf-8', hasMark: false },
      steps: oneStep([
        ['Phone', 'First name', 'E-mail'],
        [ANN, 'Annabel', 'none'],
        [OTHERS[0]!, 'Bob', ''],
      ]),
      bytes: () => 99,
    })
  const { id } = await upload()
  const plan = { groups: [], onExisting: 'update', hasConsent: false, isOperator: false } as const
  await useCases.startImport.execute({ account, id, ...plan })
  await work(['bulk'])
  await upload()
}

async function* oneStep(rows: readonly (readonly string[])[]) {
  yield rows.map((cells, i) => ({ line: i + 1, cells }))
}

const ANN_ROW = [
  'phoneNumber,firstName,lastName,email,birthDate,gender,street,city,state,postalCode,country,isFavorite,Colour',
  `${ANN},Annabel,Quillfeather,annabel.q@example.org,1990-02-28,FEMALE,17 Hollyhock Lane,Denver,CO,80202,US,true,Aubergine`,
].join('\n')

function declaration(hooks: string) {
  const events = ['contacts.group.opted_in', 'contacts.group.opted_out', 'message.sent', 'message.failed']
  return {
    account: {
      name: 'Acme',
      capabilities: { silentOptIn: true },
      frequencyCaps: [{ messages: 1_000, per: '30d' }],
      credits: { sms: 5_000, mms: 50 },
      apiKeys: [{ id: 'key_acme', secret: SECRET }],
      numbers: [{ number: OURS, mms: true }],
      groups: [{ name: 'VIP', default: true, tags: ['best'] }, { name: 'News' }, { name: 'Gold' }],
      customFields: [{ key: 'contact_custom_field_1', label: 'Colour', type: 'TEXT' }],
      trackingLinks: [{ link: SALE, target: 'https://shop.example.com/sale' }],
      webhooks: [
        { url: `${hooks}/well`, events: [...events, 'message.received', 'link.clicked'] },
        { url: `${hooks}/badly`, events },
      ],
    },
  }
}

async function groupIds({ useCases }: Erasable, account: Account): Promise<Readonly<Record<string, GroupId>>> {
  const { results } = await useCases.listGroups.execute({ account, query: { name: null, page: 1, limit: 100 } })
  return Object.fromEntries(results.map(({ id, name }) => [name, id]))
}

/** Notes something about the conversation with the number. */
async function noteOf({ useCases }: Erasable, account: Account) {
  const query = { account, status: null, unread: false, phone: ANN, assignee: null, cursor: null, limit: 1 }
  const [conversation] = (await useCases.listConversations.execute(query)).results
  const author = { id: 'usr_1', name: 'Olivia' } as const
  await useCases.addNote.execute({ account, id: conversation!.id, author, body: 'Annabel asked about Zanzibar' })
}

/** Opts in by the form of the group, with the code that the phone received. */
async function formOf({ useCases, fakeSms, work }: Erasable, group: GroupId) {
  const { version } = await useCases.readOptInForm.execute({ group })
  const input = { group, version, phone: ANN, address: '203.0.113.77', agent: 'Quillphone/8 Mozilla', isBot: false }
  const entry = await useCases.requestCode.execute(input)
  await work(['quick'])
  const [newest] = await fakeSms.list({ to: ANN, limit: 1 })
  const code = /\b\d{6}\b/.exec(newest!.body)![0]
  const entered = await useCases.enterCode.execute({ group, entry, code })
  if (entered.kind !== 'confirmed') throw new Error(`The code was ${entered.kind}`)
}

type CommandResult = {
  readonly outcome: 'accept' | 'reject' | 'opted_out' | 'unavailable'
  readonly times: number | null
}

function behave({ fakeSms }: Erasable, said: CommandResult) {
  const rest = { latencyMs: null, deduplicates: null, canBeAsked: null, messagesPerSecond: null }
  return fakeSms.behave({ to: ANN, ...said, ...rest })
}

async function expectStatus(status: number, response: Promise<{ readonly status: number; readonly text: string }>) {
  const got = await response
  if (got.status !== status) throw new Error(`Expected ${status}, got ${got.status}: ${got.text}`)
}
