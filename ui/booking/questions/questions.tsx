import type { ReactNode } from 'react'
import type { Service } from '../../api/public.ts'
import { useCode } from '../../api/use-code.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { hasQuestions } from './answer-draft.ts'

type QuestionsProps = {
  service: Service | undefined
  children: (parts: typeof import('./question-parts.tsx'), service: Service) => ReactNode
}

/** Shows a service's questions within a step. Its code is loaded only for services that have some. */
export function Questions({ service, children }: QuestionsProps) {
  const asks = hasQuestions(service)
  const query = useCode('question parts', () => import('./question-parts.tsx'), asks)
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
