import { useSearchParams } from 'wouter'

/**
 * Texts in the URL (`?q=rosa&status=failed`), and a function that changes some of them; '' removes one.
 * With `push` the browser's Back button undoes the change.
 */
export function useSearchState<Name extends string>(...names: readonly Name[]) {
  const [search, setSearch] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']))
  const change = (changes: Partial<Record<Name, string>>, { push = false } = {}) =>
    setSearch(
      (params) => {
        for (const [name, value] of Object.entries<string | undefined>(changes))
          if (value) params.set(name, value)
          else params.delete(name)
        return params
      },
      { replace: !push },
    )
  return [values as Record<Name, string>, change] as const
}
