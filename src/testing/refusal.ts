import { Problem } from '../shared/problems.ts'

/** Returns the Problem that the call throws; undefined when it throws none. Rethrows other errors. */
export function refusalOf(call: () => unknown): Problem | undefined {
  try {
    call()
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** Returns the code of the Problem that the call throws; undefined when it throws none. */
export function refusalCode(call: () => unknown): Problem['code'] | undefined {
  return refusalOf(call)?.code
}

/** Returns the result of the call, or the code of the Problem that it throws. Rethrows other errors. */
export function resultOrRefusal<T>(call: () => T): {
  result: T | undefined
  refusal: Problem['code'] | undefined
} {
  try {
    return { result: call(), refusal: undefined }
  } catch (error) {
    if (error instanceof Problem) return { result: undefined, refusal: error.code }
    throw error
  }
}

/** Returns code and sentence of the Problem that the call throws; undefined when it throws none. */
export function codeAndSentence(call: () => unknown): [code: string, sentence: string] | undefined {
  const problem = refusalOf(call)
  return problem && [problem.code, problem.message]
}

/** Returns the code of the Problem that a call throws or its promise rejects with; undefined without one. */
export async function asyncRefusalCode(
  checked: Promise<unknown> | (() => unknown),
): Promise<Problem['code'] | undefined> {
  try {
    await (typeof checked === 'function' ? checked() : checked)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}
