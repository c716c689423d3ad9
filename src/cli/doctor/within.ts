import { type Finding, wrong } from '../../operation/checks/finding.ts'

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
  about: string,
  check: () => Promise<readonly Finding[]> | readonly Finding[],
): Promise<readonly Finding[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<readonly Finding[]>((resolve) => {
    const text = `no result within ${milliseconds / 1000} s`
    timer = setTimeout(() => resolve([wrong(about, text)]), milliseconds)
  })
  try {
    return await Promise.race([check(), tooLate])
  } catch (error) {
    return [wrong(about, reasonOf(error))]
  } finally {
    clearTimeout(timer)
  }
}
