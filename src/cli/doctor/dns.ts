import { type Finding, hintFinding, type Subject } from '../../operation/checks/finding.ts'

/** Reads the TXT records of a name. */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>

/** Returns the records of a look-up; none for an unknown name. @throws Error when no server answers */
export function recordsOf<Entry>(answer: Promise<readonly Entry[]>): Promise<readonly Entry[]> {
  return answer.catch((error) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return []
    throw error
  })
}

/** Returns the finding for a name for which no name server has answered. */
export function lookUpFailed(about: Subject, name: string, reason: string): Finding {
  return hintFinding(about, {
    text: `${name} cannot be looked up here (${reason})`,
    german: `${name} lässt sich von hier nicht nachschlagen (${reason}).`,
  })
}
