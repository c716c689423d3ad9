import type { Service } from '../../api/public.ts'

/**
 * The patient's answers by the ids of the questions. They are held only in memory (docs/behaviour.md 4.17).
 */
export type AnswerDraft = Readonly<Record<string, string>>

/** Returns whether the service is known and has questions. */
export function hasQuestions(service: Service | undefined): service is Service {
  return Boolean(service?.questions?.length)
}

/**
 * Returns the answers to this service's questions. The draft may also hold answers for a service that was
 * chosen before.
 */
export function answersTo(service: Service | undefined, draft: AnswerDraft = {}): AnswerDraft {
  const ids = service?.questions?.map(({ id }) => id)
  return Object.fromEntries(Object.entries(draft).filter(([id]) => ids?.includes(id)))
}
