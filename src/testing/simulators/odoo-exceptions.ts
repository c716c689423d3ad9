/** A failure inside Odoo. */
export class OdooException extends Error {
  /** The name of the exception without its package. */
  readonly exception: string

  constructor(exception: string, message: string) {
    super(message)
    this.exception = exception
  }
}

/** An exception as Odoo sends it. The name includes the package. */
export type NamedException = readonly [name: string, message: string]

const BUILT_IN = ['ValueError', 'AttributeError', 'TypeError']

/** Returns an exception as sent by a server whose package is called `fork`. Rethrows other errors. */
export function namedException(error: unknown, fork: string): NamedException {
  if (!(error instanceof OdooException)) throw error
  const { exception, message } = error
  return [`${packageOf(exception, fork)}.${exception}`, message]
}

function packageOf(exception: string, fork: string): string {
  if (exception === 'OperationalError') return 'psycopg2'
  return BUILT_IN.includes(exception) ? 'builtins' : `${fork}.exceptions`
}

/**
 * Reads a refusal that a test asks for: a name with its package, such as `odoo.exceptions.AccessDenied`,
 * optionally followed by `: ` and a message.
 */
export function demandedException(refusal: string): NamedException {
  const [name = '', message = 'Refused.'] = refusal.split(': ')
  return [name, message]
}
