import { faultsOfGateway } from '@carillon/carriers/gateway'
import type { CarriersText } from './carriers-text.js'

/** One line for each fault of the description of a gateway, which begins with the file and the line. */
export function gatewayFaults({ content, place, written }: CarriersText): readonly string[] {
  return faultsOfGateway(content).map((fault) => {
    const path = pathOf(fault)
    return place(path) + withoutValues(fault, written(path))
  })
}

/** The path at the beginning of a fault, such as `submit.answers[0].when: got no condition`. */
function pathOf(fault: string): readonly (string | number)[] {
  const [path] = fault.split(': ', 1)
  return path!.split(/[.[]/).map((name) => (/^\d+\]$/.test(name) ? parseInt(name, 10) : name))
}

/** Shows the name of an environment variable instead of its value, which may be secret. */
function withoutValues(fault: string, source: unknown): string {
  if (typeof source !== 'string' || !/\$\{\w+\}/.test(source)) return fault
  return fault.replace(/: got ".*", expected /s, () => `: got ${JSON.stringify(source)}, expected `)
}
