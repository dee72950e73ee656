/** The characters of 3GPP TS 23.038, in its order. The escape, 0x1b, stands for itself. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ' +
  ' !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmnopqrstuvwxyzäöñüà'

/** The extension table: what follows the escape, and the character that the two mean. */
const EXTENSION: Readonly<Record<number, string>> = {
  0x0a: '\f',
  0x14: '^',
  0x28: '{',
  0x29: '}',
  0x2f: '\\',
  0x3c: '[',
  0x3d: '~',
  0x3e: ']',
  0x40: '|',
  0x65: '€',
}

const ESCAPE = 0x1b

const CODES: ReadonlyMap<string, readonly number[]> = codesByCharacter()

function codesByCharacter(): ReadonlyMap<string, readonly number[]> {
  const codes = new Map<string, readonly number[]>()
  for (const [code, character] of Array.from(BASIC).entries()) if (code !== ESCAPE) codes.set(character, [code])
  for (const [code, character] of Object.entries(EXTENSION)) codes.set(character, [ESCAPE, Number(code)])
  return codes
}

/** One septet in each octet, as SMPP carries them; null if a character is not in the alphabet. */
export function encodeGsm7(text: string): Uint8Array | null {
  const octets: number[] = []
  for (const character of text) {
    const codes = CODES.get(character)
    if (codes === undefined) return null
    octets.push(...codes)
  }
  return Uint8Array.from(octets)
}

/** Never fails. As the standard says, an unknown extension is read as the character of the basic table. */
export function decodeGsm7(octets: Uint8Array): string {
  let text = ''
  for (let i = 0; i < octets.length; i++) {
    const code = octets[i]! & 0x7f
    if (code !== ESCAPE) text += BASIC[code]!
    else if (i + 1 < octets.length) {
      const extended = octets[++i]! & 0x7f
      text += EXTENSION[extended] ?? (extended === ESCAPE ? ' ' : BASIC[extended]!)
    }
  }
  return text
}
