import type { Service } from '../../api/public.ts'

/** What the patient has answered, by the ids of the questions. In memory only (docs/behaviour.md 4.17). */
export type AnswerDraft = Readonly<Record<string, string>>

export function hasQuestions(service: Service | undefined): service is Service {
  return service !== undefined && service.questions.length > 0
}

/** The answers to send: of this service only, another one may have been chosen before. */
export function answersTo(service: Service | undefined, draft: AnswerDraft = {}): AnswerDraft {
  const ids = service?.questions.map(({ id }) => id)
  return Object.fromEntries(Object.entries(draft).filter(([id]) => ids?.includes(id)))
}
