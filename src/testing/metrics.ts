import type { TestApp } from './test-app.ts'

/** Reads the metrics as a process on the portal's own machine does. */
export async function readMetrics(app: TestApp): Promise<string> {
  return (await app.browser('127.0.0.1').get('/metrics')).text
}

/** Returns the lines of the metrics whose names have this prefix, without comments. */
export async function listMetrics(app: TestApp, prefix: string): Promise<string[]> {
  return (await readMetrics(app)).split('\n').filter((line) => line.startsWith(prefix))
}
