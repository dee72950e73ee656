import { expect, test } from '@jest/globals'
import { shortcutText } from './shortcut-text.js'

test('a shortcut is written as the keyboard of the person has it', () => {
  expect(shortcutText('Z', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe('⌘Z')
  expect(shortcutText('Z', 'Mozilla/5.0 (X11; Linux x86_64)')).toBe('Ctrl+Z')
})
