import type { Stores, UnitOfWork } from '@carillon/core'
import { expect } from '@jest/globals'

/** Does the work in a unit that fails right behind it, so that nothing of it may stay. */
export async function undone(run: UnitOfWork['run'], work: (stores: Stores) => Promise<unknown>): Promise<void> {
  const failing = run(async (stores) => {
    await work(stores)
    throw new Error('Undone')
  })
  await expect(failing).rejects.toThrow('Undone')
}
