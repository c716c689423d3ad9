import { type ComponentType, lazy } from 'react'

/**
 * Returns a component whose code is loaded when the component is first shown. React's own `lazy` takes only
 * default exports, so `name` says which export of the loaded module is the component.
 */
export function lazyComponent<Name extends string, Module extends Record<Name, ComponentType>>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] as ComponentType }))
}
