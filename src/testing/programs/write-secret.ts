/** This program writes a secret to the path in its argument, and prints the message of an error. */
import { writeSecret } from '../../access/secret-file.ts'

const [path = ''] = process.argv.slice(2)
try {
  writeSecret(path, 'x'.repeat(32))
} catch (error) {
  process.stdout.write((error as Error).message)
}
