/** `npm start` runs the portal of this checkout, with the demo practice unless ORDI_DEMO says otherwise. */
import { setInterval } from 'node:timers/promises'
import { freshBuild } from './fresh-build.ts'
import { BUILT_PROGRAM } from './programs.ts'

if (await freshBuild()) {
  process.env.ORDI_DEMO ??= '1'
  const url = `http://localhost:${process.env.PORT || 8080}`
  // If another portal already answers there, this one will only report that the port is in use.
  if (!(await answers(url))) void announce(url)
  process.argv = [process.execPath, BUILT_PROGRAM, 'serve', ...process.argv.slice(2)]
  await import(BUILT_PROGRAM)
} else process.exitCode = 1

/** Prints the URL as soon as the portal answers. */
async function announce(url: string): Promise<void> {
  for await (const _ of setInterval(200, undefined, { ref: false })) {
    if (!(await answers(url))) continue
    console.log(`\nOpen ${url} in a browser. Ctrl+C closes Ordi.\n`)
    return
  }
}

/** Tells whether a portal answers at the URL within two seconds. */
async function answers(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  )
  return answer?.ok ?? false
}
