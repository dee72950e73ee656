import { declaringFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { ChangeSettings, ReadSettings } from './change-settings.js'

async function open() {
  const fixture = declaringFixture(inMemory())
  const { account } = await fixture.apply({})
  const change = (rateCounts: unknown) =>
    new ChangeSettings(fixture).execute({
      account: account.id,
      changes: { rateCounts } as never,
      isCurrent: () => true,
      byOwner: false,
    })
  const counts = async () => (await new ReadSettings(fixture).execute({ account: account.id })).rateCounts
  return { ...fixture, change, counts }
}

describe('what the rates of an account count', () => {
  test('is parts by default, and stays if a declaration omits it', async () => {
    const { apply, counts } = await open()
    expect(await counts()).toBe('parts')
    await apply({ rateCounts: 'messages' })
    expect(await counts()).toBe('messages')
    await apply({})
    expect(await counts()).toBe('messages')
    expect((await apply({ rateCounts: 'messages' })).changes).toEqual([])
  })

  test('can be changed in the settings, by anyone who may change them', async () => {
    const { change, counts } = await open()
    expect(await change('messages')).toMatchObject({ rateCounts: 'messages' })
    expect(await change('parts')).toMatchObject({ rateCounts: 'parts' })
    expect(await counts()).toBe('parts')
  })

  test.each(['segments', 'Parts', '', null, 1, ['parts']])('cannot be %j', async (value) => {
    const { apply, change, counts } = await open()
    await expect(change(value)).rejects.toMatchObject({ details: { fields: [{ field: 'rateCounts' }] } })
    await expect(apply({ rateCounts: value } as never)).rejects.toMatchObject({
      details: { fields: [{ field: 'account.rateCounts' }] },
    })
    expect(await counts()).toBe('parts')
  })
})
