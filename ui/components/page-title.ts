import { useEffect } from 'react'
import { usePractice } from '../api/status.ts'

/** Sets the document's title: what the page is about, then whose it is. */
export function usePageTitle(title: string) {
  const { name } = usePractice()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
