import { type Finding, type Subject, wrong } from '../../operation/checks/finding.ts'

/** Returns the first line of an error, or of its cause, which says more where `fetch` fails. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  // Errors of several addresses have a code, and no message.
  const reason = cause instanceof Error ? cause.message || (cause as { code?: string }).code : message
  const [firstLine = ''] = String(reason).split('\n')
  return firstLine
}

/** Returns the findings of a check, or one that says that it failed or took too long. Never throws. */
export async function within(
  milliseconds: number,
  about: Subject,
  check: () => Promise<readonly Finding[]> | readonly Finding[],
): Promise<readonly Finding[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<readonly Finding[]>((resolve) => {
    const seconds = milliseconds / 1000
    const words = { text: `no result within ${seconds} s`, german: `Nach ${seconds} s kein Ergebnis` }
    timer = setTimeout(() => resolve([wrong(about, words)]), milliseconds)
  })
  try {
    return await Promise.race([check(), tooLate])
  } catch (error) {
    const reason = reasonOf(error)
    return [wrong(about, { text: reason, german: `Die Prüfung ist gescheitert (${reason}).` })]
  } finally {
    clearTimeout(timer)
  }
}
