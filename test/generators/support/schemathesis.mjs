import { join } from 'node:path'

/** Calls that wait for something to happen, and paths that speak another protocol. */
const others = '/(watch[A-Z]|ws$|mcp$)'

/**
 * Sends requests that the description allows and forbids, the same ones every time. Answers of another status, type or
 * shape than described are failures, and so is a forbidden request that is answered.
 */
export function schemathesis({ folder, scratch, daemon, run, python }) {
  const env = python('3.11-schemathesis')
  if (typeof env !== 'string') return env.reason
  const config = join(folder, 'schemathesis.toml')
  const args = ['--config-file', config, 'run', `${daemon}/openapi.json`, '--seed', '1', '--no-color']
  const program = 'from schemathesis.cli import schemathesis; schemathesis()'
  return run(env, ['-c', program, ...args, '--exclude-path-regex', others], {
    cwd: scratch,
    env: { PYTHONPATH: folder },
  })
}
