import { useEffect } from 'react'
import type { NamedResource } from '../../src/shared/resource.ts'
import { useCode } from '../api/use-code.ts'

type ResourceWishProps = {
  /** The doctors or rooms to choose from: empty if there is only one, undefined while they are loading. */
  resources: readonly NamedResource[] | undefined
  /** The id of the wished doctor or room; undefined means any. */
  chosenId: string | undefined
  onChoose: (id: string | undefined) => void
  /** Whether "Egal, wer" can be chosen (`ResourceWishField`); the default is that it can. */
  offersAny?: boolean
}

/**
 * Lets the patient wish for a doctor, if several offer the service (docs/behaviour.md 21.7). Only then is the
 * code of the field loaded; if that fails, any doctor is meant.
 */
export function ResourceWish({ resources, chosenId, onChoose, offersAny }: ResourceWishProps) {
  const { data } = useCode(
    'resource wish',
    () => import('./resource-wish-field.tsx'),
    Boolean(resources?.length),
  )
  const isChosenGone = chosenId !== undefined && resources?.every(({ id }) => id !== chosenId)
  // Drops the wish for a doctor who no longer offers the service.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onChoose` is another function in each rendering
  useEffect(() => {
    if (isChosenGone) onChoose(undefined)
  }, [isChosenGone])
  if (!data || !resources?.length) return null
  return (
    <data.ResourceWishField
      resources={resources}
      chosenId={chosenId}
      onChoose={onChoose}
      offersAny={offersAny}
    />
  )
}
