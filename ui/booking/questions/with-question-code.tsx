import type { ReactNode } from 'react'
import type { Service } from '../../api/public.ts'
import { useCode } from '../../api/use-code.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { hasQuestions } from './answer-draft.ts'

type WithQuestionCodeProps = {
  service: Service | undefined
  /** Renders with the loaded code, for a service that has questions. */
  children: (code: typeof import('./questions-and-answers.tsx'), service: Service) => ReactNode
}

/** Loads the code for questions and their answers, but only for a service that has questions. */
export function WithQuestionCode({ service, children }: WithQuestionCodeProps) {
  const hasAny = hasQuestions(service)
  const query = useCode('questions', () => import('./questions-and-answers.tsx'), hasAny)
  return (
    hasAny && (
      <Loaded
        query={query}
        failure="Die Fragen konnten nicht geladen werden."
        skeleton={<Skeleton height={150} />}
      >
        {(code) => children(code, service)}
      </Loaded>
    )
  )
}
