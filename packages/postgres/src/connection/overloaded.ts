/**
 * The process already has as much work of this kind as it accepts. It counts as an outage: the client may try again.
 */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}
