/** A failure outside of this program. The message is for the operator, and no stack is shown. */
export class UserError extends Error {
  override readonly name = 'UserError'
}
