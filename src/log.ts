import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'

/** The log of the program; the rest of the code does not know the library. */
export type Log = Logger

/** Properties that are redacted at every depth of a logged object. */
const REDACTED_KEYS = [
  'contact',
  'answers',
  'svn4',
  'svnr',
  'token',
  'code',
  'sig',
  'password',
  'authorization',
  'cookie',
  'html',
  'text',
]

/** Paths to a property at each depth, for the library. No logged object is nested deeper. */
const DEPTHS = ['', '*.', '*.*.', '*.*.*.', '*.*.*.*.']

/** Matches an e-mail address within a text. */
const ADDRESS = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g

/** Bytes of lines that may wait while the output cannot be written. Further lines are dropped. */
const MAX_WAITING_BYTES = 1_000_000

/** Writes JSON lines to standard output, with times in UTC. */
export function openLog(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = openOutput(),
): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED_KEYS.flatMap((key) => DEPTHS.map((above) => above + key)), censor },
    formatters: { level: (label) => ({ level: label }) },
  }
  return pino(options, destination)
}

/**
 * Opens standard output. When it cannot be written, as on a full disk, the portal keeps running: the error is
 * handled, and each new line retries the earlier ones too.
 */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: MAX_WAITING_BYTES })
  output.on('error', () => {})
  output.once('error', () => {
    // Otherwise the library would retry the waiting lines endlessly instead of letting the process exit.
    process.prependListener('beforeExit', () => output.destroy())
  })
  return output
}

/** Redacts verification codes, which are digits, and keeps error codes such as `SQLITE_FULL`. */
function censor(value: unknown, path: string[]): unknown {
  return path.at(-1) === 'code' && !/^\d+$/.test(String(value)) ? value : '[redacted]'
}

/** Returns an e-mail address for the log: `r***@example.at`. */
export function maskEmail(address: string): string {
  return address.replace(/^(.).*@/, '$1***@')
}

/** Masks the e-mail addresses in a text that another program has written. */
export function maskEmails(text: string): string {
  return text.replace(ADDRESS, maskEmail)
}
