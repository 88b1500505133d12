// Builds the container and asks it, where a builder runs; elsewhere test/packaging lints its file alone.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'

const builder = ['docker', 'podman'].find((name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0)
if (builder === undefined) {
  process.stdout.write('no container builder runs here: the Containerfile is linted only\n')
  process.exit(0)
}

const token = randomBytes(16).toString('hex')
run('build', '--file', 'Containerfile', '--tag', 'pmx-local-ci', '.')
const refused = spawnSync(builder, ['run', '--rm', 'pmx-local-ci', 'start', '--host', '0.0.0.0', '--demo'])
if (refused.status === 0) throw new Error('it started for everybody, without a token')
const id = run(
  ...['run', '--detach', '--rm', '--publish', '127.0.0.1:3847:3847', '--env', `PMXT_ACCESS_TOKEN=${token}`],
  ...['pmx-local-ci', 'start', '--demo', '--no-lock', '--config', '/etc/pmx-local/config.json'],
).trim()
try {
  await answering('http://127.0.0.1:3847/health')
  const url = 'http://127.0.0.1:3847/api/kalshi/fetchMarkets?limit=1'
  const stranger = await fetch(url)
  if (stranger.status !== 401) throw new Error(`a stranger got ${stranger.status}`)
  const owner = await fetch(url, { headers: { 'x-pmxt-access-token': token } })
  if (owner.status !== 200) throw new Error(`the owner got ${owner.status}`)
  const user = run('exec', id, 'id', '-u').trim()
  if (user === '0') throw new Error('it runs as root')
  process.stdout.write(`ok  ${builder} built it; it answers its owner alone, as user ${user}\n`)
} finally {
  spawnSync(builder, ['stop', id])
}

function run(...args) {
  const { status, stdout } = spawnSync(builder, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) throw new Error(`${builder} ${args[0]} ended with ${status}`)
  return stdout
}

async function answering(url) {
  for (let tries = 0; tries < 100; tries++) {
    const reply = await fetch(url).catch(() => undefined)
    if (reply?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('it does not answer')
}
