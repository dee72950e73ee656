import type { AccountPool } from './use-pools.js'

type Sender = { readonly number: string; readonly mms: boolean }

export type SenderChoice = { readonly value: string; readonly label: string; readonly mms: boolean }

/** What a text can come from: the active numbers, then the pools with one. Media needs all active numbers of a pool. */
export function senderChoices(active: readonly Sender[], pools: readonly AccountPool[]): readonly SenderChoice[] {
  const ofNumbers = active.map(({ number, mms }) => ({
    value: number,
    label: mms ? number : `${number} (no media)`,
    mms,
  }))
  const ofPools = pools.flatMap((pool) => {
    const sending = pool.numbers.filter(({ status }) => status === 'active')
    if (sending.length === 0) return []
    const mms = sending.every((number) => number.mms)
    return [{ value: pool.id, label: `${poolLabel(pool)}${mms ? '' : ' (no media)'}`, mms }]
  })
  return [...ofNumbers, ...ofPools]
}

/** Such as `Pool: East, 5 numbers`. */
function poolLabel({ name, numbers }: Pick<AccountPool, 'name' | 'numbers'>): string {
  return `Pool: ${name}, ${numbers.length === 1 ? '1 number' : `${numbers.length} numbers`}`
}

/** What was chosen before, and cannot send any more. */
export function goneLabel(from: string, pools: readonly AccountPool[]): string {
  const pool = pools.find(({ id }) => id === from)
  const what = pool !== undefined ? poolLabel(pool) : isPool(from) ? 'A pool that was removed' : from
  return `${what} (cannot send any more)`
}

/** A sender is a number, or the id of a pool. */
export function isPool(from: string): boolean {
  return from.startsWith('pool_')
}
