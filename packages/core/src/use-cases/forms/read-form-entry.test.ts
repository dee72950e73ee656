import { ANN, after, formFixture, ids } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

/** Ann has filled in the form and has her code. */
async function openWithEntry() {
  const fixture = await formFixture(inMemory({ now: after(100) }))
  const entry = await fixture.request()
  return { ...fixture, entry, code: (await fixture.codeOf(entry))! }
}

describe('an entry', () => {
  test('shows only the last digits of its number', async () => {
    const { read, readForm, entry } = await openWithEntry()
    expect(await read(entry)).toEqual({
      form: await readForm(),
      state: 'open',
      phoneEnd: ANN.slice(-2),
      attemptsLeft: 5,
      canResendAt: after(130),
      confirmedAt: null,
    })
  })

  test('is not found under another group or an unknown group, nor is an unknown entry', async () => {
    const { read, enter, entry, code, group, vip } = await openWithEntry()
    const notFound = { code: 'form-not-found' }
    const { id: other } = await group()
    for (const [one, at] of [
      [entry, other],
      [ids.next('ent'), vip.id],
      [entry, ids.next('grp')],
    ] as const) {
      await expect(read(one, at)).rejects.toMatchObject(notFound)
      await expect(enter(one, code, at)).rejects.toMatchObject(notFound)
    }
  })

  test('is not found after its group is removed, or while the forms of the account are closed', async () => {
    const { read, enter, resend, entry, code, run, account, vip } = await openWithEntry()
    const notFound = { code: 'form-not-found' }
    const expectGone = () =>
      Promise.all([
        expect(read(entry)).rejects.toMatchObject(notFound),
        expect(enter(entry, code)).rejects.toMatchObject(notFound),
        expect(resend(entry)).rejects.toMatchObject(notFound),
      ])
    const save = (isOpen: boolean) =>
      run(({ accounts }) => accounts.save({ ...account, optInForm: { ...account.optInForm, isOpen } }))
    await save(false)
    await expectGone()
    await save(true)
    await run(({ groups }) => groups.remove(account.id, vip.id))
    await expectGone()
  })
})
