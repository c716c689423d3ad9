/** `npm start`: the portal on this checkout, with the demo practice unless ORDI_DEMO says otherwise. */
import { run } from '../src/cli/run.ts'
import { freshUi } from './fresh-ui.ts'

if (await freshUi()) {
  process.env.ORDI_DEMO ??= '1'
  console.log(`Open http://localhost:${process.env.PORT || 8080} in a browser. Ctrl+C closes Ordi.`)
  process.exitCode = await run(['serve'])
} else process.exitCode = 1
