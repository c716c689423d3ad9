import { useEffect, useRef } from 'react'
import { proposedId } from '../forms/proposed-id.ts'
import type { ServiceForm } from './use-service-form.ts'

type ProposedIdOptions = {
  /** False for a service that exists, whose id never changes. */
  isNew: boolean
  /** Returns true for an id that another service has. */
  isTaken: (id: string) => boolean
}

/** Proposes an id for a new service. It follows the name until the user types another id. */
export function useProposedId(form: ServiceForm, { isNew, isTaken }: ProposedIdOptions): void {
  const name = form.watch('name')
  const proposedRef = useRef('')
  const { getValues, setValue } = form
  const { isSubmitted } = form.formState
  useEffect(() => {
    if (!isNew || getValues('id') !== proposedRef.current) return
    proposedRef.current = proposedId(name, isTaken)
    // The proposal clears the error of a failed save that said the id is missing.
    setValue('id', proposedRef.current, { shouldValidate: isSubmitted })
  }, [name, isNew, isTaken, isSubmitted, getValues, setValue])
}
