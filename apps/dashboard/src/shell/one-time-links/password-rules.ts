/** The service has the same rule, and more of them: it refuses passwords that everybody knows. */
const LENGTH_MIN = 12

export const PASSWORD_HINT = `At least ${LENGTH_MIN} characters. A few words are easy to remember and hard to guess.`

/** The fault of a new password, or null. */
export function validPassword(password: string): string | null {
  const length = [...password].length
  return length >= LENGTH_MIN ? null : `This has ${length} characters, and ${LENGTH_MIN} are needed.`
}
