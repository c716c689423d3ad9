import type { ReactNode } from 'react'
import type { Service } from '../../api/public.ts'
import { useCode } from '../../api/use-code.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { hasQuestions } from './answer-draft.ts'

type QuestionsProps = {
  service: Service | undefined
  /** Renders the loaded parts for a service that has questions. */
  children: (parts: typeof import('./questions-and-answers.tsx'), service: Service) => ReactNode
}

/**
 * Shows the questions of a service, or their answers, within a step. The code is loaded only for a service
 * with questions.
 */
export function Questions({ service, children }: QuestionsProps) {
  const asks = hasQuestions(service)
  const query = useCode('questions', () => import('./questions-and-answers.tsx'), asks)
  return (
    asks && (
      <Loaded
        query={query}
        failure="Die Fragen konnten nicht geladen werden."
        skeleton={<Skeleton height={150} />}
      >
        {(parts) => children(parts, service)}
      </Loaded>
    )
  )
}
