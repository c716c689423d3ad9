import { type Finding, type Subject, wrongFinding } from '../../operation/checks/finding.ts'
import { reasonOf } from './reason.ts'

/** A check of the installation. It may throw, and may take long. */
export type DoctorCheck = () => Promise<readonly Finding[]> | readonly Finding[]

/**
 * Runs a check, and returns its findings. If the check fails or exceeds the limit, returns a finding about
 * the subject that says so. Never throws.
 * @param limitMs a slower check continues, but its findings are ignored
 */
export async function checkWithLimit(
  limitMs: number,
  about: Subject,
  check: DoctorCheck,
): Promise<readonly Finding[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<readonly Finding[]>((resolve) => {
    const seconds = limitMs / 1000
    const sentences = { text: `no result within ${seconds} s`, german: `Nach ${seconds} s kein Ergebnis` }
    timer = setTimeout(() => resolve([wrongFinding(about, sentences)]), limitMs)
  })
  try {
    return await Promise.race([check(), tooLate])
  } catch (error) {
    const reason = reasonOf(error)
    return [wrongFinding(about, { text: reason, german: `Die Prüfung ist gescheitert (${reason}).` })]
  } finally {
    clearTimeout(timer)
  }
}
