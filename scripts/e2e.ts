/** `npm run e2e [-- what Playwright understands]`: the browser walks. */
import { walk } from './walks.ts'

process.exitCode = await walk(process.argv.slice(2))
