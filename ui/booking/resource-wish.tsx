import { useEffect } from 'react'
import type { NamedResource } from '../../src/shared/resource.ts'
import { useCode } from '../api/use-code.ts'

type ResourceWishProps = {
  /** Among whom the patient chooses; undefined while the service is loading, and where there is one only. */
  resources: readonly NamedResource[] | undefined
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  /** False where somebody is chosen already (`ResourceWishField`). */
  offersAny?: boolean
}

/**
 * Lets the patient wish for a doctor, where several offer the service (docs/behaviour.md 21.7). Its code is
 * loaded only there. Until then, and when that fails, any doctor is meant.
 */
export function ResourceWish({ resources, chosen, onChoose, offersAny }: ResourceWishProps) {
  const { data } = useCode(
    'resource wish',
    () => import('./resource-wish-field.tsx'),
    resources !== undefined,
  )
  const isGone = chosen !== undefined && resources?.every(({ id }) => id !== chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends only on whether the wish can be met
  useEffect(() => {
    if (isGone) onChoose(undefined)
  }, [isGone])
  return data && resources && <data.ResourceWishField {...{ resources, chosen, onChoose, offersAny }} />
}
