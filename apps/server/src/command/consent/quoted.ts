/** The beginning of a text in quotes, on one line, without characters that could change what a terminal shows. */
export function quoted(text: string, charactersMax: number): string {
  const characters = [...text]
  const cut = characters.length > charactersMax ? `${characters.slice(0, charactersMax).join('')}…` : text
  return plain(JSON.stringify(cut))
}

/** Escapes control characters and characters that change the text direction. */
export function plain(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
}
