import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// The worker is a file of its own, because the Content-Security-Policy forbids blob: workers.
handler({ deriveKey })
