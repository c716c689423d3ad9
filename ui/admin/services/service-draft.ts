import type { Question } from '../../../src/shared/service/questions.ts'
import type { Service } from '../../../src/shared/service/service.ts'
import { SERVICE_DEFAULTS } from '../../../src/shared/service/service-defaults.ts'

/** A service in the list, with all resources that offer it and the ETag of its state. */
export type ListedService = Service & { readonly version: string; readonly resource_ids: readonly string[] }

/** The values of the form. Numbers are texts as typed; the kind of visit is the value of a radio button. */
export type ServiceDraft = Record<keyof Omit<Service, 'active' | 'first_visit' | 'questions'>, string> & {
  active: boolean
  first_visit: 'true' | 'false'
  questions: QuestionDraft[]
  /**
   * The chosen doctors and rooms, where the practice has several; otherwise `resource_id` is a text field.
   */
  resource_ids?: string[]
}

/** The values of a question's fields, with one option per line. */
type QuestionDraft = Omit<Question, 'options'> & { options: string }

/** A new service before anything is typed. */
export const NEW_SERVICE: Service = { ...SERVICE_DEFAULTS, id: '', name: '' }

/**
 * Returns the values of the form's fields for a service.
 * @param options.hasResourceChoice true if the practice has several doctors and rooms, among whom the form
 * lets the user choose
 */
export function serviceDraft(
  service: Service & { readonly resource_ids?: readonly string[] },
  { hasResourceChoice }: { hasResourceChoice: boolean } = { hasResourceChoice: false },
): ServiceDraft {
  return {
    ...(hasResourceChoice && { resource_ids: [...(service.resource_ids ?? [service.resource_id])] }),
    id: service.id,
    name: service.name,
    description: service.description,
    hint: service.hint,
    duration_min: numberText(service.duration_min),
    step: numberText(service.step),
    paddingBefore: numberText(service.paddingBefore),
    paddingAfter: numberText(service.paddingAfter),
    resource_id: service.resource_id,
    price: numberText(service.price),
    active: service.active,
    display_duration_min: numberText(service.display_duration_min),
    first_visit: service.first_visit ? 'true' : 'false',
    display_order: numberText(service.display_order),
    questions: service.questions.map(({ options = [], ...question }) => ({
      ...question,
      options: options.join('\n'),
    })),
  }
}

/** Returns a question before anything is typed. */
export function newQuestion(): QuestionDraft {
  // The id must be unique among the questions of all services. It is never shown.
  const id = `q${Math.random().toString(36).slice(2, 10)}`
  return { id, label: '', kind: 'yesno', options: '', required: false }
}

/** Writes a number with a decimal comma, as people type it in German; '' for none. */
function numberText(number: number | null | undefined): string {
  return String(number ?? '').replace('.', ',')
}
