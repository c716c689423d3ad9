import { useState } from 'react'

type Row = { id: number }

/**
 * Which row is chosen, whose details and whose letter are open; each of them by itself. After loading it is the first row
 * that is chosen (specification section 2).
 */
export function useOpenedRows<Entry extends Row>(all: readonly Entry[]) {
  const [chosen, setChosen] = useState<number>()
  const [opened, setOpened] = useState<number>()
  const [previewed, setPreviewed] = useState<number>()
  const withId = (id: number | undefined) => all.find((row) => row.id === id)
  return {
    chosenOf: (shown: readonly Entry[]) => (shown.find(({ id }) => id === chosen) ?? shown[0])?.id,
    opened: withId(opened),
    previewed: withId(previewed),
    open: ({ id }: Row) => {
      setChosen(id)
      setOpened(id)
    },
    preview: ({ id }: Row) => {
      setChosen(id)
      setPreviewed(id)
    },
    close: () => setOpened(undefined),
    closePreview: () => setPreviewed(undefined),
  }
}
