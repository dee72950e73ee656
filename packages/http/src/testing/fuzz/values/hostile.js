/** Texts that have broken readers, writers, stores and logs before. */
export const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\u202eRTL\u202c',
  'e\u0301\u0301\u0301',
  '\ufeff',
  '\uffff',
  '\u{1f514}'.repeat(70),
  `${'x'.repeat(159)}\u{1f514}`,
  `${'x'.repeat(69)}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}`,
  'İıſﬁ',
  '\r\nX-Injected: 1\r\n\r\n',
  '%0d%0aX-Injected: 1',
  "' or 1=1; --",
  '$1 :name ? ?? {0} %s %n',
  '{{contact_first_name}}{{trackingLink "../x"}}{{dateOffset "99999999d"}}',
  '{{'.repeat(300),
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '%',
  '%ZZ',
  '%C3%28',
  'NaN',
  'Infinity',
  '-0',
  '1e308',
  '0x10',
  '٣',
  '２０',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '=1+1',
  '\\',
  '"',
  '*',
  '_',
  'x'.repeat(3_000),
]

export const NUMBERS = [0, -0, -1, 1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 1e-7, 5e-324]

/** Property names that JavaScript objects inherit or treat specially, the empty name, and an ordinary one. */
export const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', '', 'x']

export const OTHER_VALUES = [null, true, false, {}, [], [[]], [null], { length: 1 }, { $ref: '#' }, { $ne: 1 }]

export function nested(depth, kind) {
  return kind === 'array' ? '['.repeat(depth) + ']'.repeat(depth) : '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
}
