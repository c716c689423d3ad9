import { openTestApp, recordLog } from './test-app.ts'

/** Opens the app and records the lines of its log. */
export function openLoggedApp(given: Parameters<typeof openTestApp>[0] = {}) {
  const { log, lines } = recordLog()
  return { app: openTestApp({ ...given, ports: { ...given.ports, log } }), lines }
}
