import type {
  AccountId,
  Send,
  ServiceRecord,
  ServiceStep,
  ServiceStore,
  WebhookEndpoint,
  ServiceProcess,
} from '@carillon/core'
import { by, downward } from '../tables/order.js'
import { schedulePart } from '../tables/keys.js'
import { SERVICE, type Tables } from '../tables/tables.js'

type Used =
  | 'accounts'
  | 'balances'
  | 'deadJobs'
  | 'groups'
  | 'keptEvents'
  | 'messages'
  | 'processes'
  | 'schedules'
  | 'senders'
  | 'sendsBySchedule'
  | 'serviceRecords'
  | 'webhookEndpoints'

export class MemoryServiceStore implements ServiceStore {
  constructor(private readonly tables: Pick<Tables, Used>) {}

  async putProcess(process: ServiceProcess) {
    this.tables.processes.put(process)
  }

  async removeProcess(id: ServiceProcess['id']) {
    this.tables.processes.remove(SERVICE, id)
  }

  async processes(seenSince: Date) {
    for (const { id, seenAt } of this.tables.processes.of(SERVICE))
      if (seenAt < seenSince) this.tables.processes.remove(SERVICE, id)
    const order = by<ServiceProcess>(
      ({ startedAt }) => startedAt,
      ({ id }) => id,
    )
    return this.tables.processes.of(SERVICE).toSorted(downward(order))
  }

  async putRecord(record: ServiceRecord) {
    const before = this.tables.serviceRecords.get(SERVICE, record.kind)
    if (before === undefined || before.at <= record.at) this.tables.serviceRecords.put(record)
  }

  async records() {
    return this.tables.serviceRecords.of(SERVICE).toSorted(by(({ kind }) => kind))
  }

  async accounts({ after, limit }: { readonly after: string | null; readonly limit: number }) {
    const all = this.tables.accounts.of(SERVICE).toSorted(by(({ name }) => name))
    const step = all.filter(({ name }) => after === null || name > after).slice(0, limit)
    return step.map(({ id, name, timezone, createdAt }) => {
      const stored = this.tables.balances.get(id, SERVICE)
      const sent = this.tables.messages.of(id).map((message) => message.createdAt.getTime())
      return {
        ...{ id, name, timezone, createdAt },
        credits: { sms: stored?.balance.sms ?? 0, mms: stored?.balance.mms ?? 0 },
        accepted: stored?.accepted ?? null,
        groups: this.tables.groups.of(id).length,
        numbers: this.tables.senders.of(SERVICE).filter(({ account }) => account === id).length,
        deadJobs: this.tables.deadJobs.of(id).length,
        disabledWebhooks: this.tables.webhookEndpoints.of(id).filter(({ disabled }) => disabled !== null).length,
        lastMessageAt: sent.length === 0 ? null : new Date(sent.reduce((last, at) => Math.max(last, at), 0)),
      }
    })
  }

  async deadJobs({ after, limit }: ServiceStep) {
    const all = this.accountIds().flatMap((account) => this.tables.deadJobs.of(account))
    const order = by<(typeof all)[number]>(
      ({ diedAt }) => diedAt,
      ({ id }) => id,
    )
    const left = all.filter(
      ({ diedAt, id }) => after === null || diedAt < after.at || (+diedAt === +after.at && id < after.id),
    )
    return left.sort(downward(order)).slice(0, limit)
  }

  async counts() {
    const endpoints = this.endpoints()
    const isFailing = ({ disabled, failingSince }: WebhookEndpoint) => disabled === null && failingSince !== null
    return {
      accounts: this.accountIds().length,
      deadJobs: this.accountIds().reduce((sum, account) => sum + this.tables.deadJobs.of(account).length, 0),
      disabledWebhooks: endpoints.filter(({ disabled }) => disabled !== null).length,
      failingWebhooks: endpoints.filter(isFailing).length,
    }
  }

  async failingSchedules(account: AccountId, limit: number) {
    const open = this.tables.schedules.of(account).filter(({ status }) => status !== 'ended')
    const order = by<Send>(
      ({ scheduledFor }) => scheduledFor,
      ({ id }) => id,
    )
    const failing = open.toSorted(by(({ id }) => id)).flatMap((schedule) => {
      const sends = this.tables.sendsBySchedule.of(schedulePart({ account, schedule: schedule.id }))
      const send = sends.filter(({ status }) => status !== 'planned').toSorted(downward(order))[0]
      return send?.status === 'failed' ? [{ schedule, send }] : []
    })
    return failing.slice(0, limit)
  }

  async database() {
    return null
  }

  async oldest() {
    const messages = this.accountIds().flatMap((account) => this.tables.messages.of(account))
    const events = this.accountIds().flatMap((account) => this.tables.keptEvents.of(account))
    return {
      message: earliest(messages.map(({ createdAt }) => createdAt)),
      event: earliest(events.map(({ at }) => at)),
    }
  }

  private accountIds(): readonly AccountId[] {
    return this.tables.accounts.of(SERVICE).map(({ id }) => id)
  }

  private endpoints(): readonly WebhookEndpoint[] {
    return this.accountIds().flatMap((account) => this.tables.webhookEndpoints.of(account))
  }
}

function earliest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null)
}
