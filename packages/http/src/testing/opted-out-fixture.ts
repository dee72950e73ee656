import { EraseContact, parsePhoneNumber } from '@carillon/core'
import { expect } from '@jest/globals'
import { importPath, importsOf } from './imports.js'
import { ANN, BOB, FROM } from './messaging-fixture.js'
import { DAILY, TIMETABLE } from './samples.js'
import { openSchedules } from './schedule-fixture.js'
import type { Reply } from './test-api.js'

export const ANN_PATH = `/contacts/by-phone/${ANN}`

type SettableAdapters = Parameters<typeof openSchedules>[0]

/**
 * Ann after a STOP. Before it she was a member of VIP, was asked to confirm News, was on a list, and had sent and
 * failed messages. A batch and two daily schedules were in progress when the STOP arrived.
 */
export async function openOptedOut(adapters: SettableAdapters, { stops = true }: { readonly stops?: boolean } = {}) {
  const fixture = await openSchedules(adapters)
  const { api, admin, provider, useCases, groups, clock } = fixture
  const account = await useCases.readAccount.execute({ name: 'Acme' })
  const phone = parsePhoneNumber(ANN)
  const { imported } = importsOf(fixture)
  let texts = 0

  await fixture.enroll(BOB)
  const sent = await fixture.send()
  await api('POST', `${ANN_PATH}/groups/${groups['News']}`, { body: { optInMode: 'CONFIRM' } })
  await admin('POST', '/accounts/Acme/contact-lists', { body: { name: 'Guests', phoneNumbers: [ANN] } })
  const batch = { from: FROM, recipients: [{ to: ANN, body: 'Hello' }] }
  provider.script.push({ kind: 'refused', type: 'invalid_destination', message: 'No such number' })
  const failed = await api('POST', '/messaging/batch', { body: batch })
  await fixture.workAt('2026-03-01T13:00:00Z')
  const daily = { schedule: { ...TIMETABLE, recurrence: DAILY } }
  const schedule = await fixture.create(daily)
  const listed = { list: 'Guests', from: FROM, body: 'Hello', ...daily }
  await admin('POST', '/accounts/Acme/schedules', { body: listed })
  await api('POST', '/messaging/batch', { body: batch })

  const text = (body: string, from: string = ANN) =>
    useCases.receiveInbound.execute({ from, to: FROM, body, mediaUrl: null, providerId: `text ${texts++}` })
  const textsToAnn = () => provider.submitted.filter(({ to }) => to === ANN).length
  if (stops) await text('STOP')
  const before = textsToAnn()
  const stoppedAt = clock.now().toISOString()
  clock.advance(1_000)
  const consent = async () => (await api('GET', `${ANN_PATH}/consent`)).body

  return {
    ...fixture,
    text,
    consent,
    ids: { message: sent.body.id, batch: failed.body.id, schedule: schedule.body.id } as const,
    erase: () => new EraseContact({ ...fixture, provider }).execute({ accountName: 'Acme', phone }),
    receipt: (failure: { type: 'opted_out'; message: string } | null) =>
      useCases.receiveReceipt.execute({ account: account.id, message: sent.body.id, at: clock.now(), failure }),
    import: async (group = 'VIP', rows = ANN) => (await imported(`phoneNumber\n${rows}`, importPath(group))).last.done,
    /** Runs all due jobs, and returns how many texts Ann got after the reply to her STOP. */
    textsSince: async () => {
      for (const day of ['08', '09']) await fixture.workAt(`2026-03-${day}T13:00:00Z`)
      return textsToAnn() - before
    },
    textsToAnn: () => textsToAnn() - before,
    phone,
    expectOptedOut: async () =>
      expect(await consent()).toMatchObject({ state: 'opted_out', groups: [], optedOutAt: stoppedAt }),
  }
}

export type OptedOutFixture = Awaited<ReturnType<typeof openOptedOut>>

/** The result of a request: the code of its refusal, or its status. */
export const resultCodeOf = ({ status, body }: Reply): number => body?.code ?? status
