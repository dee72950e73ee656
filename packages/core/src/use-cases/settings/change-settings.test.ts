import { declaringFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { isEqual } from '../../values/collections.js'
import { parseTimeZone } from '../../values/time/time-zone.js'
import { settled } from '../declarations/declared-settings.js'
import { ChangeSettings, ReadSettings, type ChangeSettingsInput } from './change-settings.js'

async function open() {
  const fixture = declaringFixture(inMemory())
  const { account } = await fixture.apply({ retention: { messages: 365 } })
  const read = () => new ReadSettings(fixture).execute({ account: account.id })
  const change = (changes: ChangeSettingsInput['changes'], given: Partial<ChangeSettingsInput> = {}) =>
    new ChangeSettings(fixture).execute({
      account: account.id,
      changes,
      isCurrent: () => true,
      byOwner: true,
      ...given,
    })
  return { ...fixture, account, read, change }
}

describe('settings', () => {
  test('have the form of a declaration, and declaring them changes nothing', async () => {
    const { apply, read, account } = await open()
    const settings = await read()
    expect(settings).toMatchObject({ name: 'Acme', optInForm: { open: true }, allowedCountries: null })
    expect(settled(account, settings)).toEqual(account)
    expect((await apply(settings)).changes).toEqual([])
  })

  test('are changed by the rules of a declaration; omitted ones stay', async () => {
    const { read, change } = await open()
    const changed = await change({
      timezone: 'europe/paris' as never,
      retention: { clicks: 30 },
      optInForm: { open: false },
    })
    expect(changed).toMatchObject({
      timezone: parseTimeZone('Europe/Paris'),
      retention: { messages: 365, events: 90, clicks: 30 },
      optInForm: { open: false, consentText: null },
    })
    expect(await read()).toEqual(changed)
    await expect(change({ retention: { clicks: 1 }, timezone: 'EST' as never })).rejects.toMatchObject({
      details: { fields: [{ field: 'timezone' }, { field: 'retention.clicks' }] },
    })
    await expect(change({ groups: [] } as object)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await read()).toEqual(changed)
  })

  test('that have changed since they were read are not changed: the error has the current ones', async () => {
    const { apply, read, change } = await open()
    const seen = await read()
    await apply({ refuseLandlines: true })
    const isCurrent: ChangeSettingsInput['isCurrent'] = (settings) => isEqual(settings, seen)
    await expect(change({ timezone: 'Europe/Paris' as never }, { isCurrent })).rejects.toMatchObject({
      code: 'state-changed',
      details: { current: { ...seen, refuseLandlines: true } },
    })
    expect((await read()).timezone).toBe('UTC')
  })

  test('that protect the service are changed by owners only; repeating their value is no change', async () => {
    const { read, change } = await open()
    const seen = await read()
    const changes = {
      ...seen,
      name: 'Acme 2',
      dailyMessageQuota: 5,
      compliance: { blockedPhrases: ['x'], helpText: 'Call us' },
      optInForm: { limits: { perHour: 7 } },
    }
    await expect(change(changes, { byOwner: false })).rejects.toMatchObject({
      code: 'owner-required',
      details: {
        fields: [
          { field: 'name' },
          { field: 'dailyMessageQuota' },
          { field: 'compliance.blockedPhrases' },
          { field: 'optInForm.limits' },
        ],
      },
    })
    const own = await change({ ...seen, compliance: { ...seen.compliance, helpText: 'Call us' } }, { byOwner: false })
    expect(own).toEqual({ ...seen, compliance: { ...seen.compliance, helpText: 'Call us' } })
    expect(await change(changes)).toMatchObject({ name: 'Acme 2', dailyMessageQuota: 5 })
  })

  test('never get the name of another account', async () => {
    const { change, unitOfWork, account } = await open()
    await unitOfWork.run(({ accounts }) => accounts.add({ ...account, id: 'acc_2', name: 'Other' }))
    await expect(change({ name: 'Other' })).rejects.toMatchObject({ code: 'name-taken' })
  })

  test('are changed once, even if the unit of work runs again because its commit was not acknowledged', async () => {
    const fixture = await open()
    const { unitOfWork, account } = fixture
    const run: typeof unitOfWork.run = async (work) => {
      await unitOfWork.run(work)
      return unitOfWork.run(work)
    }
    const seen = await fixture.read()
    const changed = await new ChangeSettings({ ...fixture, unitOfWork: { run, runOne: run } }).execute({
      account: account.id,
      changes: { refuseLandlines: true },
      isCurrent: (settings) => isEqual(settings, seen),
      byOwner: false,
    })
    expect(changed).toEqual({ ...seen, refuseLandlines: true })
  })
})
