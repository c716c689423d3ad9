import { expect } from 'vitest'
import { withPlainSpaces } from './plain-spaces.ts'
import { SAMPLE_EMAILS, type SampleName } from './sample-emails.ts'

/** The subject of an e-mail, passages that its text contains, and a pattern that the text must not match. */
export type ExpectedEmail = Readonly<{ subject: string; passages: readonly string[]; excluded?: RegExp }>

/** Expects the sample of this name to be such an e-mail. The passages have plain spaces. */
export function expectSample(name: SampleName, { subject, passages, excluded }: ExpectedEmail): void {
  const email = SAMPLE_EMAILS[name]
  expect(email.subject).toBe(subject)
  const text = withPlainSpaces(email.text)
  for (const passage of passages) expect(text).toContain(passage)
  if (excluded !== undefined) expect(text).not.toMatch(excluded)
  expect(text).not.toContain('undefined')
}
