/** The status of each error code, from the table in the document's description. */
export function codesOf({ info }) {
  const rows = [...info.description.matchAll(/^\|\s*\[?(33\d{3})\b[^|]*\|\s*(\d{3})\s*\|/gm)]
  if (rows.length < 30) throw new Error(`The document lists only ${rows.length} codes`)
  return new Map(rows.map(([, code, status]) => [Number(code), Number(status)]))
}
