/**
 * The TCP port that a server listens on.
 *
 * @param {import('node:net').Server} server
 */
export function portOf(server) {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a TCP port')
  return address.port
}
