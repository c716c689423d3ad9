import { type GivenApp, openTestApp, recordLog } from './test-app.ts'

/** Opens the app and records the lines of its log. */
export function openLoggedApp(given: GivenApp = {}) {
  const { log, lines } = recordLog()
  return { app: openTestApp({ ...given, ports: { ...given.ports, log } }), lines }
}
