/** Octets that are not a PDU of SMPP 3.4, or values that no PDU can carry. */
export class SmppCodecError extends Error {
  override readonly name = 'SmppCodecError'
}
