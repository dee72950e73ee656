import type { CarillonAdmin, Schema } from '@carillon/client'
import { UserError } from '../../settings/user-error.js'
import { asJson } from '../../terminal/as-json.js'
import type { Shell } from '../../terminal/shell.js'
import { watchTime, type WatchTime } from '../broadcasts/watch-time.js'
import { withAdmin } from '../client/admin-client.js'
import { failedText, noReceiptHint, notSubmittedText, submittedText, type CarrierTest } from './carrier-test-words.js'
import { NO_DISPLAY, openReceiptDisplay, type ReceiptDisplay } from './receipt-display.js'

export type TestCarrierOptions = Schema<'CarrierTestFields'> & {
  readonly name: string
  /** The number of seconds to wait for the receipt. */
  readonly wait: number
  readonly json: boolean
}

/** Submits a test text, and follows it to its receipt. Throws unless it succeeded. */
export async function testCarrier(
  { name, wait, json, ...fields }: TestCarrierOptions,
  shell: Shell,
  time = watchTime,
): Promise<void> {
  const display = json ? NO_DISPLAY : openReceiptDisplay(shell.stderr, time.nowMs)
  const print = (text: string) => void (json || shell.stdout.write(text))
  const startMs = time.nowMs()
  const { test, fault } = await withAdmin(shell, async (admin) => {
    const submitted = await admin.carriers.test(name, fields)
    const notSubmitted = notSubmittedText(submitted)
    if (notSubmitted !== null) return { test: submitted, fault: notSubmitted }
    print(`${submittedText(submitted)}\n`)
    const followed = await follow({ admin, test: submitted, wait, display, time, shell }).finally(() => display.end())
    return { test: followed, fault: await faultOf({ admin, test: followed, wait }) }
  })
  if (json) shell.stdout.write(asJson(test))
  if (fault !== null) throw new UserError(fault)
  if (test.receipt !== undefined) print(`Delivered, according to the receipt, after ${secondsSince(startMs, time)} s\n`)
}

type Following = {
  readonly admin: CarillonAdmin
  readonly test: CarrierTest
  readonly wait: number
  readonly display: ReceiptDisplay
  readonly time: WatchTime
  readonly shell: Shell
}

const POLL_EVERY_MS = 500

/** The test text with its receipt, or without it after the wait. */
async function follow({ admin, test, wait, display, time, shell }: Following): Promise<CarrierTest> {
  const deadlineMs = time.nowMs() + wait * 1_000
  const one = { carrier: test.carrier, reference: test.reference }
  for (let found = test; ; found = await admin.carriers.testByReference(one)) {
    const leftMs = deadlineMs - time.nowMs()
    if (found.receipt !== undefined || leftMs <= 0) return found
    display.show({ leftMs, wait })
    await time.pause(Math.min(POLL_EVERY_MS, leftMs), shell.interrupted)
  }
}

/** Why the test has not succeeded; null if it has. */
async function faultOf({ admin, test, wait }: Pick<Following, 'admin' | 'test' | 'wait'>): Promise<string | null> {
  const { carrier, outcome, receipt } = test
  if (receipt !== undefined) return receipt.status === 'failed' ? `Not delivered: ${failedText(receipt)}` : null
  if (wait === 0)
    return outcome === 'accepted' ? null : 'The outcome is unknown: with --wait, the command waits for the receipt'
  const { results } = await admin.carriers.list()
  const state = results.find(({ name }) => name === carrier)
  return `No receipt came within ${wait} s${state === undefined ? '' : `: ${noReceiptHint(state)}`}`
}

function secondsSince(startMs: number, { nowMs }: WatchTime): number {
  return Math.round((nowMs() - startMs) / 1_000)
}
