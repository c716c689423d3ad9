import { type ComponentType, lazy } from 'react'

/** Milliseconds until a file that did not arrive is requested again. */
const RETRY_MS = 1000

/**
 * Returns a component whose code is loaded when the component is first shown. React's own `lazy` takes only
 * default exports, so `name` says which export of the loaded module is the component.
 */
export function lazyComponent<Name extends string, Module extends Record<Name, ComponentType>>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazy(async () => ({ default: (await loadCode(load))[name] as ComponentType }))
}

/** Loads code. The promise rejects after three tries, because a file may get lost on a bad line. */
export async function loadCode<Module>(load: () => Promise<Module>, tries = 3): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (tries === 1) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return loadCode(load, tries - 1)
  }
}
