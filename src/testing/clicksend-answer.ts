/** Returns an answer of ClickSend: the data in the envelope of its API, by default of a successful call. */
export function clicksendAnswer(data: unknown, { status = 200, code = 'SUCCESS' } = {}) {
  return { http_code: status, response_code: code, response_msg: '', data }
}
