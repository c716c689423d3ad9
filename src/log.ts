import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

/** Keys that never reach a log line, wherever they stand in what is logged. */
const NEVER = [
  'contact',
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

/** Nothing that is logged goes deeper. */
const LEVELS = ['', '*.', '*.*.', '*.*.*.', '*.*.*.*.']

/** JSON lines on standard output, times in UTC. */
export function openLog(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = pino.destination(1),
): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: NEVER.flatMap((key) => LEVELS.map((above) => above + key)), censor },
    formatters: { level: (label) => ({ level: label }) },
  }
  return pino(options, destination)
}

/** A six-digit code lets somebody in; the code of a fault (`SQLITE_FULL`) says what is wrong. */
function censor(value: unknown, path: string[]): unknown {
  return path.at(-1) === 'code' && !/^\d+$/.test(String(value)) ? value : '[redacted]'
}

/** An address that can be told apart in a log without being readable: `r***@example.at`. */
export function maskEmail(address: string): string {
  return address.replace(/^(.).*@/, '$1***@')
}
