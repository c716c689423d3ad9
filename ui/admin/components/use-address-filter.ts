import { useSearchParams } from 'wouter'

/** Texts in the address (`?q=rosa&status=failed`), and a function that changes some of them; '' removes one. */
export function useAddressFilter<Name extends string>(...names: readonly Name[]) {
  const [search, setSearch] = useSearchParams()
  const filter = Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']))
  const narrow = (change: Partial<Record<Name, string>>) =>
    setSearch(
      (before) => {
        for (const [name, value] of Object.entries<string | undefined>(change))
          if (value) before.set(name, value)
          else before.delete(name)
        return before
      },
      { replace: true },
    )
  return [filter as Record<Name, string>, narrow] as const
}
