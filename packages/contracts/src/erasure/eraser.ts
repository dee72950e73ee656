import { EraseContact, type EraseContactDeps } from '@carillon/core'
import { ANN } from '../fixtures/builders.js'
import { scriptedProvider } from '../fixtures/scripted-provider.js'

type Given = Omit<EraseContactDeps, 'provider' | 'timer'> &
  Partial<Pick<EraseContactDeps, 'provider'>> & { readonly clock: { advance(byMs: number): void } }

/** Returns a function that erases a number. Each wait for submissions calls `whileWaiting` and advances the clock. */
export function eraserOf(deps: Given, whileWaiting = () => {}) {
  const wait = async (durationMs: number) => {
    whileWaiting()
    deps.clock.advance(durationMs)
  }
  const use = new EraseContact({ ...deps, provider: deps.provider ?? scriptedProvider(), timer: { wait } })
  return (accountName: string, phone = ANN) => use.execute({ accountName, phone })
}
