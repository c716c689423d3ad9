import { useEffect, useState } from 'react'

/** Returns the text once it has stayed unchanged for `pause` milliseconds, and the earlier one until then. */
export function useDebounced(text: string, pause: number): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return debounced
}
