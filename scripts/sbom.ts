/** `npm run sbom` prints the bill of materials: all packages with their versions (CycloneDX, JSON). */
import { execFileSync } from 'node:child_process'
import { PROJECT_ROOT } from './programs.ts'
import { withProductName } from './release-parts.ts'

const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
const bom = execFileSync('npm', args, { cwd: PROJECT_ROOT, encoding: 'utf8', maxBuffer: 100_000_000 })
process.stdout.write(withProductName(bom))
