/** A failure inside Odoo. The message is the exception's name without its package, `: ` and a sentence. */
export class OdooException extends Error {}

/** An exception as Odoo answers it. The name has the package before it. */
export type NamedException = readonly [name: string, message: string]

const BUILT_IN = ['ValueError', 'AttributeError', 'TypeError']

/** Returns an exception as a server answers it whose package is called `fork`. Other errors are thrown on. */
export function namedException(error: unknown, fork: string): NamedException {
  if (!(error instanceof OdooException)) throw error
  const [, exception = '', message = ''] = /^(\w+): (.*)$/.exec(error.message) ?? []
  return [`${packageOf(exception, fork)}.${exception}`, message]
}

function packageOf(exception: string, fork: string): string {
  if (exception === 'OperationalError') return 'psycopg2'
  return BUILT_IN.includes(exception) ? 'builtins' : `${fork}.exceptions`
}

/** Reads a refusal that a test asks for: a name with its package, and `: ` and a message if it matters. */
export function demandedException(refusal: string): NamedException {
  const [name = '', message = 'Refused.'] = refusal.split(': ')
  return [name, message]
}
