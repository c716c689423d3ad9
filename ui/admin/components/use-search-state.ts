import { useSearchParams } from 'wouter'

/**
 * Returns texts of the URL (`?q=rosa&status=failed`), and a function that changes some of them; '' removes
 * one. By default a change replaces the entry of the browser's history; with `push`, Back undoes the change.
 */
export function useSearchState<Name extends string>(...names: readonly Name[]) {
  const [search, setSearch] = useSearchParams()
  const texts = Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']))
  const changeTexts = (changes: Partial<Record<Name, string>>, { push = false } = {}) =>
    setSearch(
      (params) => {
        for (const [name, value] of Object.entries<string | undefined>(changes)) {
          if (value) params.set(name, value)
          else params.delete(name)
        }
        return params
      },
      { replace: !push },
    )
  return [texts as Record<Name, string>, changeTexts] as const
}
