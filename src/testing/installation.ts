import type { RequestListener } from 'node:http'
import { request } from 'node:http'
import { join } from 'node:path'
import { type DoctorPorts, examine } from '../cli/doctor.ts'
import { type Config, readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { withPortal } from './command-line.ts'
import { tempDir } from './temp-dir.ts'

export type Installation = ReturnType<typeof openInstallation>

/**
 * Makes a data folder that a portal has used. `use` works on its data as the portal would. Nobody listens on
 * port 1, so the portal does not seem to run.
 */
export function openInstallation(env: Record<string, string> = {}) {
  const DATA_DIR = tempDir()
  const config = readConfig({ DATA_DIR, LOG_LEVEL: 'silent', PORT: '1', ...env })
  const use = (work: (ctx: Ctx) => unknown) => withPortal({ DATA_DIR, ...env }, work)
  use(() => undefined)
  return { config, use, file: join(DATA_DIR, 'ordi.db'), DATA_DIR }
}

/** Name servers that know nothing. */
const NO_NAMES: DoctorPorts = {
  resolveHost: async () => [],
  resolveTxt: async () => [],
  now: () => Date.now(),
}

/** Runs the checks of `ordi doctor`. @returns the findings as `level: text`, by what they are about */
export async function findingsOf(config: Config, ports: Partial<DoctorPorts> = {}) {
  const findings = await examine(config, { ...NO_NAMES, ...ports })
  return Object.fromEntries(findings.map(({ level, about, text }) => [about, `${level}: ${text}`]))
}

/**
 * Returns what a proxy does with requests: it passes them on to the port, with another X-Forwarded-For.
 * @param forwardedFor from the header of the request
 */
export function passTo(port: number, forwardedFor: (from: string | undefined) => string): RequestListener {
  return (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': forwardedFor(incoming.headers['x-forwarded-for']?.toString()),
      'x-forwarded-proto': 'https',
    }
    const onward = request(
      { port, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
}
