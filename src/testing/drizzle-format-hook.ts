import { registerHooks } from 'node:module'

const DRIZZLE = '/node_modules/drizzle-orm/'

/**
 * This module is for Node's option `--import`. It tells Node the format of Drizzle's files. Otherwise Node
 * would read Drizzle's package.json of 180 kB for each of them, which costs two seconds in each process that
 * starts from the sources.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && context.parentURL?.includes(DRIZZLE)
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
