import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { untestedClients } from './support/environments.mjs'

/** A folder like this one, with other clients: two of them, of which one has a test file. */
function folderOf() {
  const folder = mkdtempSync(join(tmpdir(), 'pmx-readers-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(import.meta.dirname, 'support'), join(folder, 'support'), { recursive: true })
  cpSync(join(import.meta.dirname, 'run.mjs'), join(folder, 'run.mjs'))
  writeFileSync(join(folder, 'requirements-3.11.txt'), 'ghost-client==1.2.3\nseen_client[all]==4.5.6\n')
  writeFileSync(join(folder, 'requirements-3.12-other.txt'), 'second-ghost==7.8.9\n')
  writeFileSync(join(folder, 'test_seen.py'), 'CLIENT = "seen_client"\n')
  return folder
}

test('clients of requirements files without a test file are named', () => {
  const folder = folderOf()
  assert.deepEqual(untestedClients(folder), ['ghost-client 1.2.3', 'second-ghost 7.8.9'])
  assert.deepEqual(untestedClients(folder, ['second']), ['second-ghost 7.8.9'])
  assert.deepEqual(untestedClients(folder, ['3.12']), ['second-ghost 7.8.9'])
  assert.deepEqual(untestedClients(folder, ['seen']), [])
})

test('a test file of another client does not stand for them', () => {
  const folder = folderOf()
  writeFileSync(join(folder, 'test_ghost_client.py'), 'CLIENT = "seen_client"\n')
  assert.deepEqual(untestedClients(folder), ['ghost-client 1.2.3', 'second-ghost 7.8.9'])
  writeFileSync(join(folder, 'test_ghost_client.py'), 'CLIENT = "ghost-client"\n')
  assert.deepEqual(untestedClients(folder), ['second-ghost 7.8.9'])
})

for (const [text, wanted] of [
  ['ghost', ['FAILED  no test file: ghost-client 1.2.3, second-ghost 7.8.9']],
  ['3.12', ['FAILED  no test file: second-ghost 7.8.9']],
  ['nothing-of-this-name', ["FAILED  nothing has 'nothing-of-this-name' in its name"]],
]) {
  test(`the run of '${text}' is red`, () => {
    const { status, stdout } = spawnSync(process.execPath, [join(folderOf(), 'run.mjs'), text], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    assert.deepEqual(
      stdout.split('\n').filter((line) => line.startsWith('FAILED')),
      wanted,
    )
    assert.equal(status, 1)
  })
}
