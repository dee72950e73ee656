/** The key that shortcuts are pressed with: Command on a Mac, Ctrl elsewhere. */
export function modKey(userAgent = navigator.userAgent): string {
  return /Mac|iPhone|iPad/.test(userAgent) ? '⌘' : 'Ctrl'
}

/** A shortcut in a sentence. */
export function shortcutText(letter: string, userAgent = navigator.userAgent): string {
  const mod = modKey(userAgent)
  return mod === '⌘' ? `⌘${letter}` : `${mod}+${letter}`
}
