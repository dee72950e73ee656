const AREA_CODES = [202, 212, 312, 303, 213, 415, 617, 713, 404, 206, 503, 602]

/** The number of the nth contact, from 0. The first 50 million are distinct. */
export function numberOf(i) {
  return `+1${AREA_CODES[i % AREA_CODES.length]}${5_000_000 + ((Math.floor(i / AREA_CODES.length) * 7) % 4_999_999)}`
}

/** The number of the nth contact in SQL, where n is the column `i`. */
export const NUMBER_OF_I = `
  '+1' || (array[${AREA_CODES.join(', ')}])[i % ${AREA_CODES.length} + 1]
       || 5000000 + (i / ${AREA_CODES.length} * 7) % 4999999`
