import { registerHooks } from 'node:module'

const DRIZZLE = '/node_modules/drizzle-orm/'

/**
 * This module is for `--import`. It tells Node what the files of Drizzle are, because Node would read the
 * package.json of Drizzle for each of them otherwise. That has 180 kB, and costs two seconds for each process
 * that starts from the sources.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && context.parentURL?.includes(DRIZZLE)
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
