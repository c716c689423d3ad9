import { type PasswordFault, passwordFault, SHORTEST_PASSWORD } from './shared/password.ts'

/** The reason for each fault of a password, as the end of an English sentence. */
const REFUSALS: Readonly<Record<PasswordFault, string>> = {
  short: `it must have at least ${SHORTEST_PASSWORD} characters`,
  long: 'it is too long',
  common: 'it is one of the commonest',
  hasPublicFacts: 'it must not hold the e-mail address or the name of the practice',
}

/**
 * Returns why a password for an admin is refused, as the end of an English sentence; undefined for a good one
 * (docs/behaviour.md 12.8).
 * @param practice the name of the practice; empty before the database, which holds the name, is open
 */
export function passwordRefusal(password: string, email: string, practice = ''): string | undefined {
  const fault = passwordFault(password, { email, practice })
  return fault && REFUSALS[fault]
}
