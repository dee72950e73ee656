/** For a program that reads what a command prints, and for a person who looks over its shoulder. */
export function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
