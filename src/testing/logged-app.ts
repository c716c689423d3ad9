import { openTestApp, recordLog, type TestAppOptions } from './test-app.ts'

/** Opens the app and records the lines of its log. */
export function openLoggedApp(options: TestAppOptions = {}) {
  const { log, lines } = recordLog()
  return { app: openTestApp({ ...options, ports: { ...options.ports, log } }), lines }
}
