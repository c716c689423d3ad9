#!/usr/bin/env node
import { registerHooks } from 'node:module'

/**
 * Node reads a package's whole manifest again for each of its modules. Drizzle has two hundred modules and a manifest of 180 kB,
 * which costs every start half a second and 130 MB. Where one of its modules names its neighbour there is nothing to look up.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})

const { run } = await import('./cli/run.ts')
process.exitCode = await run(process.argv.slice(2))
