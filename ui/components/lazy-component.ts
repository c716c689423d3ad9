import { type ComponentType, lazy } from 'react'

/** A component of another chunk, whose code is loaded when it is first shown. */
export function lazyComponent<Name extends string, Module extends Record<Name, ComponentType>>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] as ComponentType }))
}
