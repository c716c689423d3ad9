import { useState } from 'react'

/**
 * Returns the props of an input that is read when the user leaves it or presses Enter or Escape. Until then
 * it shows what was typed, otherwise `shown`.
 */
export function useTypedText(shown: string, onRead: (typed: string) => void) {
  const [typed, setTyped] = useState<string>()
  const readTyped = () => {
    if (typed === undefined) return
    setTyped(undefined)
    if (typed !== shown) onRead(typed)
  }
  return {
    value: typed ?? shown,
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped(target.value),
    onBlur: readTyped,
    onKeyDown: ({ key }: { key: string }) => (key === 'Enter' || key === 'Escape') && readTyped(),
  }
}
