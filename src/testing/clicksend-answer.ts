/**
 * Returns an answer of ClickSend: the data in the envelope of its interface. By default the call succeeded.
 */
export function clicksendAnswer(data: unknown, { status = 200, code = 'SUCCESS' } = {}) {
  return { http_code: status, response_code: code, response_msg: '', data }
}
