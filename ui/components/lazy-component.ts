import { type ComponentType, lazy } from 'react'

/**
 * Returns a component whose code is loaded when it is first shown. `name` is its export in the loaded module.
 */
export function lazyComponent<Name extends string, Module extends Record<Name, ComponentType>>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] as ComponentType }))
}
