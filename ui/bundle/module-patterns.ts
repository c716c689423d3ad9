/**
 * Returns a pattern that matches the modules with these names, whatever their extension: for `/ui/api/` and
 * `http` the path `/home/ordi/ui/api/http.ts`.
 * @param folder the end of the path before the name
 */
export function modulesIn(folder: string, names: readonly string[]): RegExp {
  return new RegExp(`${RegExp.escape(folder)}(${names.map((name) => RegExp.escape(name)).join('|')})\\.`)
}

/** Returns a pattern that matches the icons of Lucide with these names. */
export function icons(names: readonly string[]): RegExp {
  return modulesIn('/icons/', names)
}
