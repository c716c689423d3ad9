import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Systems give other ports to outgoing connections, and to servers that listen on port 0: Linux those from
 * 32,768 on. Such a port could be taken again before the tested program listens on it.
 */
const PORTS_OF_TESTS = { min: 15_000, max: 32_768 }

/** Returns a port that no server listens on, and that the system does not give away by itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS_OF_TESTS.min, PORTS_OF_TESTS.max)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
