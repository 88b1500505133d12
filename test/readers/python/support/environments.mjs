import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Environments that nothing has used for so long are removed. */
const UNUSED_MS = 30 * 86_400_000
/** Shifts the clock of Python: see clock.py. From 3.0 on it shifts the monotonic clock, too, by which timers go. */
const clockTool = 'time-machine==2.19.0'

/**
 * One for each requirements-<python>[-<name>].txt, which has the clients with exact versions; constraints-….txt has
 * those of everything that they need. `# with its sources` behind a client brings its source archive, too: some have the
 * venue's documents there.
 * @returns {{ name: string, python: string, clients: { name: string, version: string, line: string, hasSources: boolean }[] }[]}
 */
export function environments(folder) {
  return readdirSync(folder)
    .flatMap((file) => {
      const [, name, python] = /^requirements-((\d+\.\d+)(?:-[\w-]+)?)\.txt$/.exec(file) ?? []
      return name === undefined ? [] : [{ name, python, clients: clientsOf(join(folder, file)) }]
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

function clientsOf(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, wanted, name, version, sources] =
        /^(([\w.-]+)(?:\[.+\])?==(\S+))(\s+# with its sources)?$/.exec(line.trim()) ?? []
      return name === undefined ? [] : [{ name, version, line: wanted, hasSources: sources !== undefined }]
    })
}

/**
 * The test files of an environment's clients: each file names its client in a line CLIENT = '<distribution>'.
 * @param only texts, of which one is in the name of the environment, the file or the client; none means all
 * @throws for a file whose client is in no requirements file
 */
export function testsOf(folder, { name, clients }, only = []) {
  const known = new Set(environments(folder).flatMap((one) => one.clients.map((client) => client.name)))
  const tests = readdirSync(folder)
    .filter((file) => /^test_\w+\.py$/.test(file))
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const client = /^CLIENT = ["'](.+)["']$/m.exec(text)?.[1]
      return { file, client }
    })
  for (const { file, client } of tests) {
    if (!known.has(client)) throw new Error(`${file}: its CLIENT, ${client}, is in no requirements file`)
  }
  return tests
    .filter(({ client }) => clients.some((one) => one.name === client))
    .filter(
      ({ file, client }) =>
        only.length === 0 || only.some((text) => [name, file, client].some((one) => one.includes(text))),
    )
}

/**
 * Clients of the requirements files that no test file names, with their versions: nothing would be known of them.
 * @param only texts, of which one is in the name of the environment or the client; none means all
 */
export function untestedClients(folder, only = []) {
  return environments(folder).flatMap((wanted) => {
    const tested = testsOf(folder, wanted).map(({ client }) => client)
    return wanted.clients
      .filter(({ name }) => !tested.includes(name))
      .filter(
        ({ name }) =>
          only.length === 0 || only.some((text) => [wanted.name, name].some((one) => one.includes(text))),
      )
      .map(({ name, version }) => `${name} ${version}`)
  })
}

/**
 * Makes an environment, or takes the one that was made of the same files before.
 * @param ignoring install although the client declares a newer Python, with any versions of what it needs
 * @returns {string | undefined} its interpreter; undefined if the clients cannot be installed
 */
export function environmentOf(folder, wanted, interpreter, { ignoring = false } = {}) {
  const cache = process.env.PMX_READERS_CACHE ?? join(folder, '.environments')
  const constraints = join(folder, `constraints-${wanted.name}.txt`)
  const text = [
    interpreter.version,
    ignoring,
    clockTool,
    ...wanted.clients.map(({ line, hasSources }) => `${line}${hasSources ? ' with its sources' : ''}`),
    existsSync(constraints) ? readFileSync(constraints, 'utf8') : '',
  ].join('\n')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const place = join(cache, `${wanted.name}-${hash}`)
  const [python, ready] = [join(place, 'bin', 'python'), join(place, 'ready')]
  removeUnused(cache)
  if (existsSync(ready)) {
    utimesSync(ready, new Date(), new Date())
    return python
  }
  const own = `${place}.${process.pid}`
  try {
    const limits = existsSync(constraints) ? ['--constraint', constraints] : []
    if (!install(own, wanted, interpreter, ignoring ? undefined : limits)) return undefined
    writeFileSync(join(own, 'ready'), text)
    // Another run may have made it meanwhile: then theirs is as good.
    if (!existsSync(ready)) renameSync(own, place)
    return python
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

function install(place, { name, clients }, interpreter, limits) {
  process.stderr.write(`\n== environment ${name} with Python ${interpreter.version}\n`)
  mkdirSync(place, { recursive: true })
  const ignoring = limits === undefined
  // What goes wrong against a client's own declaration is no news, and pages of it.
  const stdio = ['ignore', 'ignore', ignoring ? 'ignore' : 'inherit']
  const run = (command, args) => spawnSync(command, args, { stdio }).status === 0
  if (!run(interpreter.path, ['-m', 'venv', place])) return false
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-input',
    '--prefer-binary',
  ]
  // A client that comes compiled is not compiled here: where its wheels do not fit, neither does the interpreter.
  const compiled = clients.flatMap((client) => ['--only-binary', client.name])
  const how = ignoring ? ['--ignore-requires-python', ...compiled] : limits
  const python = join(place, 'bin', 'python')
  const withSources = clients.filter(({ hasSources }) => hasSources)
  const tools = ['pytest', clockTool, ...(withSources.length > 0 ? ['jsonschema', 'PyYAML'] : [])]
  if (!run(python, [...pip, ...how, ...tools, ...clients.map(({ line }) => line)])) return false
  return withSources.every(({ name: client, line }) => {
    const flags = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-deps']
    const where = ['--no-binary', client, '--dest', join(place, 'sources')]
    const declared = ignoring ? ['--ignore-requires-python'] : []
    return run(python, ['-m', 'pip', 'download', ...flags, ...declared, ...where, line])
  })
}

function removeUnused(cache) {
  if (!existsSync(cache)) return
  for (const name of readdirSync(cache)) {
    const ready = join(cache, name, 'ready')
    if (existsSync(ready) && Date.now() - statSync(ready).mtimeMs > UNUSED_MS)
      rmSync(join(cache, name), { recursive: true })
  }
}
