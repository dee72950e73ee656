// eslint-disable-next-line no-restricted-syntax -- Jest asks for the default export.
export default async function stopPostgres() {
  await globalThis.stopTestPostgres?.()
}
