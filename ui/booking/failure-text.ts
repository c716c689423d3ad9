import { ApiError } from '../api/http.ts'

/** The server's own sentence comes first (specification section 8); a dead connection is told beside the fallback. */
export function failureText(error: Error, fallback: string): { title: string; detail: string | undefined } {
  if (!(error instanceof ApiError)) return { title: fallback, detail: undefined }
  if (error.code !== '') return { title: error.message, detail: undefined }
  return { title: fallback, detail: error.status === 0 ? error.message : undefined }
}
