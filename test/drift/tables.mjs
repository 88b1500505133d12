import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pythonEnvironments } from './clients.mjs'

const repository = join(import.meta.dirname, '..', '..')

/**
 * Runs test/readers with the newest versions of the clients that can be installed, in a copy.
 * @param compared as clients-compared.mjs has it
 * @returns {{ half: string, failed: boolean, lines: string[] }[]} one for each half that has something newer
 */
export function runTables(readers, scratch, compared) {
  const newer = compared.filter(({ findings }) => findings !== undefined)
  if (newer.length === 0) return []
  const copy = copyReaders(readers, scratch)
  const halves = { npm: runJavaScript, PyPI: runPython }
  return Object.entries(halves).flatMap(([registry, run]) => {
    const versions = new Map(
      newer.filter((one) => one.registry === registry).map((one) => [one.name, one.newest]),
    )
    return versions.size > 0 ? [run(copy, versions, scratch)] : []
  })
}

/** The tests find the program and the source three folders up. */
function copyReaders(readers, scratch) {
  const copy = join(scratch, 'tables', 'test', 'readers')
  const leftOut = new Set(['node_modules', '.environments', '__pycache__'])
  cpSync(readers, copy, { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
  for (const name of ['bin', 'dist', 'src', 'node_modules', 'package.json']) {
    symlinkSync(join(repository, name), join(scratch, 'tables', name))
  }
  return copy
}

function runJavaScript(copy, versions) {
  const file = join(copy, 'package.json')
  const wanted = JSON.parse(readFileSync(file, 'utf8'))
  for (const [name, version] of versions) wanted.dependencies[name] = version
  writeFileSync(file, JSON.stringify(wanted))
  rmSync(join(copy, 'package-lock.json'), { force: true })
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false', '--loglevel=error']
  const installed = spawnSync('npm', ['install', ...flags], { cwd: copy, encoding: 'utf8' })
  const half = 'JavaScript clients'
  if (installed.status !== 0)
    return { half, failed: true, lines: [`npm install: ${installed.stderr.trim()}`] }
  const { status, stdout } = spawnSync('npm', ['test', '--silent', '--', '--test-reporter=tap'], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // Node runs no tests within tests: here it is the command that is tested.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  })
  return { half, failed: status !== 0, lines: linesOfTap(stdout, copy) }
}

/** Each failed test with its file, and the counts. */
function linesOfTap(tap, copy) {
  const failures = [...tap.matchAll(/^not ok \d+ - (.+)\n([\s\S]*?)^ {2}\.\.\./gm)].map(
    ([, title, block]) => {
      const place = /location: '([^']+)'/.exec(block)?.[1].replace(`${copy}/`, '')
      const [, error = ''] = /error: (?:\|-\n\s*)?'?(.+?)'?\n/.exec(block) ?? []
      return `FAILED  ${place ?? ''}: ${title}: ${error}`
    },
  )
  const [, passed, failed] = /# pass (\d+)\n# fail (\d+)/.exec(tap) ?? []
  return [...failures, `${passed ?? 0} tests passed, ${failed ?? 0} failed`]
}

function runPython(copy, versions, scratch) {
  const folder = join(copy, 'python')
  for (const { name, clients } of pythonEnvironments(copy)) {
    const newest = clients.map((client) => {
      const version = versions.get(client.name)
      return version ? client.line.replace(/==.*$/, `==${version}`) : client.line
    })
    if (newest.every((line, index) => line === clients[index].line)) continue
    writeFileSync(join(folder, `requirements-${name}.txt`), `${newest.join('\n')}\n`)
    rmSync(join(folder, `constraints-${name}.txt`), { force: true })
  }
  mkdirSync(join(scratch, 'environments'), { recursive: true })
  const { status, stdout } = spawnSync(process.execPath, [join(folder, 'run.mjs'), ...versions.keys()], {
    encoding: 'utf8',
    env: { ...process.env, PMX_READERS_CACHE: join(scratch, 'environments') },
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  })
  const lines = stdout.split('\n').filter((line) => / FAILED {2}|^FAILED|^Python clients:/.test(line))
  return { half: 'Python clients', failed: status !== 0, lines }
}
