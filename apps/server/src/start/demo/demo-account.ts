import type { UseCases } from '@carillon/container'
import { rowReaderOf, type AccountDeclaration, type GroupId, type Keyring } from '@carillon/core'
import type { Output } from '../../terminal/shell.js'

export type DemoKey = {
  readonly id: string
  readonly secret: string
  /** The group whose opt-in form the banner links to. */
  readonly group: GroupId
}

type DemoUseCases = Pick<UseCases, 'applyAccount' | 'importContacts' | 'listAccounts'>

/** A contact of the demo account, for the first request. */
export const DEMO_CONTACT = '+12025550123'
/** The sender of the demo account. */
export const DEMO_SENDER = '+12025550187'

/**
 * Creates a demo account if the service has no account yet; returns null otherwise. If several processes
 * start together, only the first one creates the account, and only that process gets the secret.
 */
export async function createDemoAccount(useCases: DemoUseCases): Promise<DemoKey | null> {
  if ((await useCases.listAccounts.execute()).length > 0) return null
  const { account, parts } = await useCases.applyAccount.execute({ declaration: DEMO, prune: false })
  const secret = parts.newKeySecrets.get(KEY_ID)
  if (secret === undefined) return null
  const fields = parts.customFields
  const read = rowReaderOf(HEADER, fields)
  for (const group of parts.groups) {
    const rows = MEMBERS.filter(({ groups }) => groups.includes(group.name)).map(({ cells }, i) => ({
      line: i + 2,
      cells,
    }))
    const steps = useCases.importContacts.execute({ account, group, fields, read, rows: [rows] })
    for await (const { rejected } of steps) {
      if (rejected.length > 0) throw new Error(`A row of the demo account was rejected: ${rejected[0]!.reason}`)
    }
  }
  return { id: KEY_ID, secret, group: parts.groups.find(({ isDefault }) => isDefault)!.id }
}

/** Warns if an earlier start with the fake provider made a demo key: its owner could now text real people. */
export async function warnOfDemoKey(keyring: Keyring, stderr: Pick<Output, 'write'>): Promise<void> {
  const known = await keyring.find(KEY_ID)
  if (known === null) return
  const { name } = known.account
  stderr.write(
    `Warning: the demo key ${KEY_ID} of an earlier start can now text real phones: to revoke it, run carillon keys revoke ${name} ${KEY_ID}\n`,
  )
}

/** The docs use neither this id nor the sender's number, so their examples work beside the demo account. */
const KEY_ID = 'key_tryout'

const DEMO: AccountDeclaration = {
  name: 'Demo',
  capabilities: { silentOptIn: true },
  credits: { sms: 10_000, mms: 1_000 },
  compliance: { helpText: 'Carillon demo. Reply STOP to leave.' },
  apiKeys: [{ id: KEY_ID }],
  numbers: [{ number: DEMO_SENDER, status: 'active', mms: true }],
  groups: [
    {
      name: 'Newsletter',
      default: true,
      optInType: 'SINGLE',
      optInMessage: 'Welcome to the newsletter! Reply STOP to leave.',
      tags: ['weekly'],
    },
    { name: 'VIP', optInType: 'DOUBLE', confirmMessage: 'Reply YES to join our VIP list.' },
  ],
  customFields: [
    { key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] },
    { key: 'contact_custom_field_2', label: 'Visits', type: 'NUMBER' },
    { key: 'contact_custom_field_3', label: 'Member since', type: 'DATE' },
    { key: 'contact_custom_field_4', label: 'Interests', type: 'MULTI_SELECT', options: ['Music', 'Books', 'Sports'] },
  ],
}

const HEADER = [
  'phoneNumber',
  'firstName',
  'lastName',
  'postalCode',
  'country',
  'Plan',
  'Visits',
  'Member since',
  'Interests',
]

type Member = { readonly groups: readonly string[]; readonly cells: readonly string[] }

/** Numbers reserved for examples and fiction. */
const MEMBERS: readonly Member[] = [
  {
    groups: ['Newsletter', 'VIP'],
    cells: [DEMO_CONTACT, 'Ann', 'Archer', '10001', 'US', 'Pro', '12', '2025-03-01', 'Music|Books'],
  },
  {
    groups: ['Newsletter'],
    cells: ['+13105550144', 'Bo', 'Baker', '90012', 'US', 'Free', '1', '2026-01-15', 'Sports'],
  },
  { groups: ['Newsletter'], cells: ['+18085550155', 'Cleo', 'Carter', '', '', 'Free', '', '', ''] },
  {
    groups: ['VIP'],
    cells: ['+447700900123', 'Dai', 'Davies', 'CF10 1EP', 'GB', 'Pro', '40', '2024-11-30', 'Books|Sports'],
  },
]
