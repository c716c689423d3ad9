import { join } from 'node:path'
import { type App, openApp } from '../app.ts'
import { ConfigError, readConfig } from '../config.ts'

/** Returns the path of the file with the secret of a data directory. */
export const secretFileIn = (dataDir: string) => join(dataDir, 'secret.key')

/** Returns the context of a command on this portal. */
export const ctxOf = (app: App) => app.ctx({ kind: 'cli' })

/** Opens the portal on a data directory. */
export function openPortalOn(dataDir: string, env: Record<string, string> = {}): App {
  return openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env }))
}

/** Opens the portal on a data directory, does the work, and closes it. */
export function withApp<T>(dataDir: string, work: (app: App) => T, env?: Record<string, string>): T {
  const app = openPortalOn(dataDir, env)
  try {
    return work(app)
  } finally {
    app.close()
  }
}

/** Returns the message of the ConfigError; '' without one. */
export function configErrorOf(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}
