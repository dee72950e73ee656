/** Something that went wrong outside of this program, in words for the person in front of it: no stack is shown. */
export class UserError extends Error {
  override readonly name = 'UserError'
}
