import { useEffect } from 'react'

/**
 * Moves the focus to the first faulty field after each submit. Fields in "Weitere Angaben" can take the focus
 * only a frame later, when that part has opened.
 */
export function useFocusOnError(submitCount: number): void {
  useEffect(() => {
    if (submitCount === 0) return
    const frame = requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('dialog[open] [aria-invalid="true"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [submitCount])
}
