import {
  ImportContacts,
  JoinGroup,
  LeaveGroup,
  Once,
  ReceiveReceipt,
  SaveContactList,
  SendMessage,
  UpdateContact,
  rowReaderOf,
  type Group,
  type OptInMode,
} from '@carillon/core'
import { expect } from '@jest/globals'
import { ANN } from '../fixtures/builders.js'
import { OURS, type inboundFixture } from './inbound-fixture.js'

type Adapters = Parameters<typeof inboundFixture>[0] &
  Omit<ConstructorParameters<typeof SendMessage>[0], 'provider' | 'once'> &
  ConstructorParameters<typeof Once>[0]

/** The scenarios for Ann, including scenarios that do not change her memberships. */
export type MembershipScenario =
  | `POST with ${OptInMode}`
  | 'DELETE'
  | 'an import'
  | 'YES'
  | 'STOP'
  | 'START'
  | 'HELP'
  | 'yes please'
  | 'an opt-out at the provider'
  | 'an opt-out reported by a receipt'
  | 'an addition to a list'
  | 'PATCH'

/** For each scenario, a function that performs it in an inbound fixture; `group` is used if it needs a group. */
export function membershipScenariosOf(
  { account, deps, script, text }: Awaited<ReturnType<typeof inboundFixture<Adapters>>>,
  group: Group,
): Readonly<Record<MembershipScenario, () => Promise<unknown>>> {
  const [joinGroup, leaveGroup] = [new JoinGroup(deps), new LeaveGroup(deps)]
  const join = (mode: OptInMode) => () => joinGroup.execute({ account, phone: ANN, group: group.id, mode })
  const write = (body: string) => () => text(body)
  const send = async () => {
    const input = { account, to: ANN, from: OURS, body: 'Hi', mediaUrl: null, idempotencyKey: null }
    return (await new SendMessage({ ...deps, once: new Once(deps) }).execute(input)).message
  }
  return {
    'POST with DIRECT': join('DIRECT'),
    'POST with CONFIRM': join('CONFIRM'),
    'POST with SILENT': join('SILENT'),
    DELETE: () => leaveGroup.execute({ account, phone: ANN, group: group.id }),
    'an import': () => {
      const target = { account, group, fields: [], read: rowReaderOf(['phoneNumber'], []) }
      const rows = [[{ line: 2, cells: [ANN] }]]
      return new ImportContacts(deps).execute({ ...target, rows }).next()
    },
    YES: write('YES'),
    STOP: write('STOP'),
    START: write('START'),
    HELP: write('HELP'),
    'yes please': write('yes please'),
    'an opt-out at the provider': async () => {
      script.push({ kind: 'refused', ...OPTED_OUT_THERE })
      expect(await send()).toMatchObject({ status: 'failed', errorType: 'opted_out' })
    },
    'an opt-out reported by a receipt': async () => {
      const { id } = await send()
      const receipt = { account: account.id, message: id, at: deps.clock.now(), failure: OPTED_OUT_THERE }
      await new ReceiveReceipt(deps).execute(receipt)
    },
    'an addition to a list': () =>
      new SaveContactList(deps).execute({ accountName: account.name, name: group.name, phones: [ANN] }),
    PATCH: () => new UpdateContact(deps).execute({ account, phone: ANN, patch: { firstName: 'Ann' } }),
  }
}

const OPTED_OUT_THERE = { type: 'opted_out', message: 'Opted out' } as const
