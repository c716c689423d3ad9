import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The certificate of a certification authority that only the tests know. */
export const PRIVATE_CA = join(import.meta.dirname, 'ca.pem')

/** Reads `server.pem`, a certificate for localhost signed by that authority, or its key. */
export function readPem(name: 'server.pem' | 'server.key'): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}
