import { once } from 'node:events'
import { parseArgs } from 'node:util'

/**
 * `node bench/src/make-contacts.js --rows N > people.csv`: a contact file of any size, always the same, with a
 * different number in every row.
 */
const { rows } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } }).values
const AREA_CODES = [202, 212, 312, 303, 213, 415, 617, 713, 404, 206, 503, 602]

process.stdout.write('phoneNumber,firstName,lastName,email,birthDate,city,postalCode,country\n')
for (let i = 0; i < Number(rows); i++) {
  if (!process.stdout.write(`${rowOf(i)}\n`)) await once(process.stdout, 'drain')
}

function rowOf(i) {
  const area = AREA_CODES[i % AREA_CODES.length]
  const local = 5_000_000 + ((Math.floor(i / AREA_CODES.length) * 7) % 4_999_999)
  const day = String((i % 28) + 1).padStart(2, '0')
  const zip = String(10_001 + (i % 80_000)).padStart(5, '0')
  return `+1${area}${local},Ann${i},Lee${i % 977},ann${i}@example.com,1990-01-${day},Town${i % 99},${zip},US`
}
