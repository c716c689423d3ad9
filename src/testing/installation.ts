import { join } from 'node:path'
import { type DoctorPorts, examine } from '../cli/doctor.ts'
import { type Config, readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { withPortalIn } from './data-directory.ts'
import { tempDir } from './temp-dir.ts'

export type Installation = ReturnType<typeof openInstallation>

/**
 * Makes a data folder that a portal has used. `inPortal` opens the portal again, to work on its data. The
 * configured port is 1, on which nobody listens, so the portal counts as stopped.
 */
export function openInstallation(env: Record<string, string> = {}) {
  const DATA_DIR = tempDir()
  const config = readConfig({ DATA_DIR, LOG_LEVEL: 'silent', PORT: '1', ...env })
  const inPortal = (work: (ctx: Ctx) => unknown) => withPortalIn({ DATA_DIR, ...env }, work)
  // Opening the portal creates the database.
  inPortal(() => undefined)
  return { config, inPortal, file: join(DATA_DIR, 'ordi.db'), DATA_DIR }
}

/** A name service that knows no names. */
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

/** Breaks an installation in one way. */
export type Spoil = (installation: Installation) => unknown

/** Returns the findings of an installation that was broken in this way. */
export async function findingsAfter(spoil: Spoil) {
  const installation = openInstallation()
  await spoil(installation)
  return findingsOf(installation.config)
}
