/** `npm start`: the portal on this checkout, with the demo practice unless ORDI_DEMO says otherwise. */
import { setInterval } from 'node:timers/promises'
import { freshBuild } from './fresh-build.ts'
import { PROGRAM } from './tools.ts'

if (await freshBuild()) {
  process.env.ORDI_DEMO ??= '1'
  void announce(`http://localhost:${process.env.PORT || 8080}`)
  process.argv = [process.execPath, PROGRAM, 'serve', ...process.argv.slice(2)]
  await import(PROGRAM)
} else process.exitCode = 1

/** Prints the address when the portal answers. */
async function announce(url: string): Promise<void> {
  for await (const _ of setInterval(200, undefined, { ref: false })) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (!answer?.ok) continue
    console.log(`\nOpen ${url} in a browser. Ctrl+C closes Ordi.\n`)
    return
  }
}
