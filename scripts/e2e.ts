/** `npm run e2e [-- what Playwright understands]`: the browser walks. */
import { runBrowserTests } from './browser-tests.ts'

process.exitCode = await runBrowserTests(process.argv.slice(2))
