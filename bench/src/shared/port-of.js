/**
 * The TCP port that a server listens to.
 *
 * @param {import('node:net').Server} server
 */
export function portOf(server) {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen to a TCP port')
  return address.port
}
