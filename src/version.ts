import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** The version of this program, from package.json. */
export const VERSION: string = JSON.parse(
  readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8'),
).version

/** The build sets this constant, because only the build knows the commit. */
declare const __REVISION__: string | undefined

/** The commit that the program was built from. */
export const REVISION = typeof __REVISION__ === 'undefined' ? 'unknown' : __REVISION__
