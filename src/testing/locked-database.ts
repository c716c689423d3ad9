import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempDir } from './temp-dir.ts'
import { openTestApp, recordLog, type TestApp } from './test-app.ts'
import { startProgram } from './test-program.ts'

/** Locks the database in another process. @returns a function that releases the lock */
export async function lockElsewhere(file: string): Promise<() => Promise<void>> {
  const child = startProgram('lock-database', { FILE: file })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

/** Opens the app with its database in a file. `lines` are those of its log. */
export function openWithFile() {
  const file = join(tempDir(), 'ordi.db')
  const { lines, log } = recordLog('debug')
  const app = openTestApp({ file, ports: { log } })
  onTestFinished(() => app.close())
  return { app, file, lines }
}

/** Makes a call that writes to the database. */
export const requestCode = (app: TestApp) =>
  app.browser().post('/api/email/send', { email: 'maria@patient.example' })
