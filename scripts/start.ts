/** `npm start` runs the portal of this checkout, with the demo practice unless ORDI_DEMO says otherwise. */
import { setInterval } from 'node:timers/promises'
import { freshBuild } from './fresh-build.ts'
import { BUILT_PROGRAM } from './programs.ts'

const isBuilt = await freshBuild()
if (isBuilt) await startPortal()
else process.exitCode = 1

/** Starts the built program in this process, so that Ctrl+C and signals reach it directly. */
async function startPortal(): Promise<void> {
  process.env.ORDI_DEMO ??= '1'
  // An empty PORT counts as missing, like in the configuration.
  const url = `http://localhost:${process.env.PORT || 8080}`
  // If another portal already answers there, this one will only report that the port is in use.
  if (!(await isAnswering(url))) void announce(url)
  process.argv = [process.execPath, BUILT_PROGRAM, 'serve', ...process.argv.slice(2)]
  await import(BUILT_PROGRAM)
}

/** Prints the URL as soon as the portal answers. */
async function announce(url: string): Promise<void> {
  for await (const _ of setInterval(200, undefined, { ref: false })) {
    if (!(await isAnswering(url))) continue
    console.log(`\nOpen ${url} in a browser. Ctrl+C closes Ordi.\n`)
    return
  }
}

/** Returns whether a portal answers at the URL within two seconds. */
async function isAnswering(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  )
  return answer?.ok ?? false
}
