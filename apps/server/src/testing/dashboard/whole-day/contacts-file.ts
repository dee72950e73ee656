/** Rows of the file, of which 40 are bad. */
const ROWS = 5_000

/** Not the numbers of the demo account. */
export function phoneOf(n: number): string {
  return `+1505555${String(n).padStart(4, '0')}`
}

function sizeOf(n: number): number {
  return 36 + (n % 10)
}

/** The bad cells by what is wrong, with the rows as a spreadsheet counts them: the first one after the header is 2. */
export const BAD = {
  phone: rowsWhere((n) => n % 250 === 7),
  email: rowsWhere((n) => n % 500 === 12),
  size: rowsWhere((n) => n % 500 === 20),
} as const

function rowsWhere(isBad: (n: number) => boolean): readonly number[] {
  return Array.from({ length: ROWS }, (_, n) => n)
    .filter(isBad)
    .map((n) => n + 2)
}

/** A file as other programs export it: semicolons, numbers in national form, names of columns of their own. */
export function contactsFile(): string {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const row = n + 2
    const phone = BAD.phone.includes(row) ? 'none' : `(505) 555-${phoneOf(n).slice(-4)}`
    const email = BAD.email.includes(row) ? 'none' : `pat${n}@example.com`
    const size = BAD.size.includes(row) ? 'large' : sizeOf(n)
    return `${phone};Pat${n};${email};${size}`
  })
  return ['Mobile phone;Given name;E-mail;Shoe size', ...rows].join('\r\n')
}
