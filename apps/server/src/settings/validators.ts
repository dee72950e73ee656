import { EnvError, makeValidator } from 'envalid'

/** A setting that `parse` understands; undefined means that it is invalid. */
export function parsed<T>(expected: string, parse: (text: string) => T | undefined) {
  return validator((text) => `must be ${expected}, got ${JSON.stringify(shorten(text))}`, parse)
}

/** For secrets: an error message does not show the value. */
export function unshown<T>(expected: string, parse: (text: string) => T | undefined) {
  return validator(() => `must be ${expected}; the value received is not shown`, parse)
}

export function validator<T>(fault: (text: string) => string, parse: (text: string) => T | undefined) {
  return makeValidator<T>((text) => {
    const value = parse(text)
    if (value === undefined) throw new EnvError(fault(text))
    return value
  })
}

function shorten(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`
}
