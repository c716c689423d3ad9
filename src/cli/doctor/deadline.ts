import { type Finding, type Subject, wrong } from '../../operation/checks/finding.ts'

/** The first sentence of an error, without its stack. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return (
    String(cause instanceof Error ? cause.message || (cause as { code?: string }).code : message).split(
      '\n',
    )[0] ?? ''
  )
}

/** The findings of a check, or that it has none within the time. Never throws. */
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
