/** Formats JSON for programs that parse the output, indented so that people can read it too. */
export function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
