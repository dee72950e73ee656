/** What joins the parts of a long text. */
export type Concatenation = {
  readonly reference: number
  readonly parts: number
  /** 1 is the first. */
  readonly part: number
}

const CONCATENATED_8_BIT = 0x00
const CONCATENATED_16_BIT = 0x08

/** The user data header of 3GPP TS 23.040 with a reference of one octet, which leaves room for 153 septets. */
export function concatenationHeader({ reference, parts, part }: Concatenation): Uint8Array {
  return Uint8Array.of(5, CONCATENATED_8_BIT, 3, reference & 0xff, parts, part)
}

export type UserData = { readonly concatenation: Concatenation | null; readonly octets: Uint8Array }

/** Removes the header from a message that says that it has one. A header that cannot be read stays as it is. */
export function readUserData(octets: Uint8Array): UserData {
  const end = 1 + (octets[0] ?? 0)
  if (octets.length < end || octets.length === 0) return { concatenation: null, octets }
  let concatenation: Concatenation | null = null
  for (let at = 1; at + 2 <= end;) {
    const [element, length] = [octets[at]!, octets[at + 1]!]
    const data = octets.subarray(at + 2, at + 2 + length)
    if (at + 2 + length > end) break
    concatenation ??= concatenationIn(element, data)
    at += 2 + length
  }
  return { concatenation, octets: octets.subarray(end) }
}

function concatenationIn(element: number, data: Uint8Array): Concatenation | null {
  if (element === CONCATENATED_8_BIT && data.length === 3) {
    return validOrNull({ reference: data[0]!, parts: data[1]!, part: data[2]! })
  }
  if (element === CONCATENATED_16_BIT && data.length === 4) {
    return validOrNull({ reference: data[0]! * 256 + data[1]!, parts: data[2]!, part: data[3]! })
  }
  return null
}

/** Null if the numbers contradict each other, or if there is only one part. */
export function validOrNull(concatenation: Concatenation): Concatenation | null {
  const { parts, part } = concatenation
  return parts > 1 && part >= 1 && part <= parts ? concatenation : null
}
