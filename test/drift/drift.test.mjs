import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { serveRegistries } from './support/registries.mjs'

/** The whole command, over registries on the loopback that have planted clients. */

const scratch = mkdtempSync(join(tmpdir(), 'pmx-planted-'))

const planted = {
  npm: {
    'planted-js': {
      '1.0.0': {
        'index.js': "export const open = () => fetch('/v1/orders')",
        'index.d.ts':
          "export interface Market { id: string; floor?: string }\nexport type Status = 'open' | 'closed'",
      },
      '2.0.0': {
        'CHANGELOG.md': '# Changelog\n\n## 2.0.0 (2026-11-19)\n- floors\n\n## 1.0.0 (2026-09-01)\n',
        'index.js': "export const open = () => [fetch('/v1/orders'), fetch('/v1/floors')]",
        'index.d.ts':
          "export interface Market { id: string; floor: string }\nexport type Status = 'open' | 'closed' | 'zz_new'",
      },
    },
    'broken-js': { '1.0.0': { 'index.js': '' }, '2.0.0': null },
  },
  pypi: {
    'planted-py': {
      '1.0.0': { 'planted_py/__init__.py': pythonClient(['id: str'], ['open'], ['/v1/orders']) },
      '2.0.0': {
        'planted_py/__init__.py': pythonClient(
          ['id: str', 'settlement_floor: str'],
          ['open', 'zz_new'],
          ['/v1/orders', '/v1/orders/{number}/floor'],
        ),
        'planted_py/broken.py': 'import no_such_module',
      },
    },
    'broken-py': { '1.0.0': { 'broken_py.py': '' }, '2.0.0': null },
    // Environments of test/readers have these tools; nothing here uses them.
    pytest: { '9.2.0': { 'pytest.py': '' } },
    'time-machine': { '2.19.0': { 'time_machine.py': '' } },
  },
}

function pythonClient(members, words, routes) {
  return `
import dataclasses, enum

class Status(enum.Enum):
${words.map((word) => `    ${word} = "${word}"`).join('\n')}

@dataclasses.dataclass
class Market:
${members.map((member) => `    ${member}`).join('\n')}
    note: str = ""

def paths(number):
    return [${routes.map((route) => `f"${route}"`).join(', ')}]
`
}

const registries = await serveRegistries(scratch, planted)
after(() => {
  registries.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** A folder like test/readers, with some of the planted clients. */
function readersWith(name, npm, pypi) {
  const folder = join(scratch, name)
  const python = join(folder, 'python')
  mkdirSync(python, { recursive: true })
  const real = join(import.meta.dirname, '..', 'readers', 'python')
  for (const part of ['run.mjs', 'support']) cpSync(join(real, part), join(python, part), { recursive: true })
  const dependencies = Object.fromEntries(npm.map((client) => [client, '1.0.0']))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', scripts: { test: 'node --test' }, dependencies }),
  )
  writeFileSync(
    join(folder, 'client.test.mjs'),
    `import { test } from 'node:test'
     import { open } from 'planted-js'
     test('reads', () => { if (String(open).includes('floors')) throw new Error('a floor is missing') })`,
  )
  writeFileSync(join(python, 'requirements-3.10.txt'), pypi.map((client) => `${client}==1.0.0\n`).join(''))
  return folder
}

/** @returns {Promise<{ status: number, text: string }>} of the command over such a folder */
function drift(readers, ...flags) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'run.mjs'), '--readers', readers, ...flags],
    {
      env: { ...process.env, ...registries.environment, PMX_READERS_CACHE: join(scratch, 'environments') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  return new Promise((resolve) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.on('close', (status) => resolve({ status, text }))
  })
}

test('a new required member, a new word and a new route of a newer client are named', async () => {
  const { status, text } = await drift(readersWith('new', ['planted-js'], ['planted-py']), '--compare-only')
  const expected = [
    'planted-js 1.0.0 -> 2.0.0 (npm, 2026-11-20)',
    '2.0.0 (2026-11-19)',
    'Market.floor',
    'Status: zz_new',
    '/v1/floors',
    'planted-py 1.0.0 -> 2.0.0 (PyPI)',
    'Market.settlement_floor',
    '/v1/orders/{}/floor',
    'planted_py.broken: ModuleNotFoundError',
    'Clients: 2, newer 2, with something new 2, not installed 0',
  ]
  for (const one of expected) assert.ok(text.includes(one), `${one} is not in:\n${text}`)
  assert.equal(text.match(/zz_new/g).length, 2)
  assert.ok(!text.includes('note'), text)
  assert.equal(status, 0)
})

test('a client that cannot be installed is named, the others are compared all the same', async () => {
  const { status, text } = await drift(
    readersWith('broken', ['planted-js', 'broken-js', 'unknown-js'], ['planted-py', 'broken-py']),
    '--compare-only',
  )
  for (const name of ['broken-js', 'broken-py']) {
    assert.match(text, new RegExp(`${name} 1.0.0 -> 2.0.0 \\(.+\\)\n {2}cannot be installed: .+`))
  }
  assert.match(text, /unknown-js 1.0.0 \(npm\)\n {2}cannot be installed: the registry does not know it/)
  assert.match(text, /Market\.floor/)
  assert.equal(status, 1)
})

test('the tables run with the newest client, and one that is red is a failure', async () => {
  const { status, text } = await drift(readersWith('tables', ['planted-js'], []))
  assert.match(text, /FAILED {2}client\.test\.mjs:\d+:\d+: reads: a floor is missing/)
  assert.match(text, /0 tests passed, 1 failed/)
  assert.equal(status, 1)
})
