import { readBody } from './answer-body.ts'
import { type CallOptions, callChecked, type Unanswered, unanswered } from './guarded-call.ts'
import { sendPinned } from './pinned-request.ts'

/** An answer with a file. `headers` are in lower case. The body is empty unless the status is 200. */
export type FileAnswer = Readonly<{
  answered: true
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}>

/** Redirects that are followed for a file. */
const MAX_REDIRECTS = 4

/**
 * Gets a file, and follows redirects except from https to http. Returns failures instead of throwing them.
 * @param maxBytes bytes of the largest file that is read
 */
export async function getGuarded(
  url: string,
  options: CallOptions,
  maxBytes: number,
): Promise<FileAnswer | Unanswered> {
  let target = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await getOnce(target, options, maxBytes)
    const location = answer.answered && isRedirect(answer.status) ? answer.headers.location : undefined
    if (typeof location !== 'string') return answer
    const next = redirectTarget(location, target)
    if (next === undefined) return unanswered('redirect')
    target = next
  }
  return unanswered('redirect')
}

/** Returns the URL of a redirect; undefined when it is invalid, or leads from https to http. */
function redirectTarget(location: string, from: string): string | undefined {
  if (!URL.canParse(location, from)) return undefined
  const target = new URL(location, from)
  const isDowngrade = from.startsWith('https:') && target.protocol === 'http:'
  return isDowngrade ? undefined : target.href
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/** Gets a file without following redirects. */
function getOnce(url: string, options: CallOptions, maxBytes: number): Promise<FileAnswer | Unanswered> {
  return callChecked(url, options, async (target, ips) => {
    const response = await sendPinned(target, { ...options, ips })
    const { statusCode: status = 0, headers } = response
    if (status !== 200) {
      // The body is not read, so the connection is closed.
      response.destroy()
      return { answered: true, status, headers, body: Buffer.alloc(0) }
    }
    const body = await readBody(response, maxBytes)
    return body === undefined ? unanswered('too-large') : { answered: true, status, headers, body }
  })
}
