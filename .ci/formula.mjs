// Prints the Homebrew formula of a release: node .ci/formula.mjs <tarball> <its address> [homepage]
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [tarball, address, homepage = address && new URL(address).origin] = process.argv.slice(2)
if (tarball === undefined || address === undefined) {
  process.stderr.write('usage: node .ci/formula.mjs <tarball> <its address> [homepage]\n')
  process.exit(2)
}
const told = {
  URL: address,
  HOMEPAGE: homepage,
  SHA256: createHash('sha256').update(readFileSync(tarball)).digest('hex'),
}
const formula = readFileSync(new URL('../src/packaging/pmx-local.rb', import.meta.url), 'utf8')
process.stdout.write(formula.replace(/@([A-Z0-9]+)@/g, (_all, name) => told[name]))
