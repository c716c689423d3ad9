import { useEffect } from 'react'
import type { FieldErrors } from '../../../src/shared/field-errors.ts'
import { EMAIL_UNVERIFIED } from '../../../src/shared/messages.de.ts'

/** Removes the error "not verified" from a form as soon as its e-mail address is verified. */
export function useClearedEmailError(
  { errors, clearError }: { errors: FieldErrors; clearError: (name: 'email') => void },
  isVerified: boolean,
) {
  const isOutdated = isVerified && errors.email === EMAIL_UNVERIFIED
  useEffect(() => {
    if (isOutdated) clearError('email')
  }, [isOutdated, clearError])
}
