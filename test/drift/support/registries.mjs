import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'

/**
 * A registry of npm and a package index of PyPI on the loopback, with planted packages.
 * @param npm by name: the files of each version, in the order in which they were published; null is a version whose
 *        tarball is missing
 * @param pypi the same for wheels: the files of the module, by their paths
 */
export async function serveRegistries(scratch, { npm, pypi }) {
  const tarballs = new Map()
  const wheels = new Map()
  for (const [name, versions] of Object.entries(npm)) {
    for (const [version, files] of Object.entries(versions)) {
      if (files !== null) tarballs.set(`${name}-${version}.tgz`, packTarball(scratch, name, version, files))
    }
  }
  for (const [name, versions] of Object.entries(pypi)) {
    for (const [version, files] of Object.entries(versions)) {
      if (files !== null) wheels.set(wheelName(name, version), packWheel(scratch, name, version, files))
    }
  }
  const server = createServer(({ url }, response) => {
    const file = url.split('/').at(-1)
    const packed = tarballs.get(file) ?? wheels.get(file)
    if (packed !== undefined) return response.end(readFileSync(packed))
    const [, index] = /^\/simple\/([^/]+)\/$/.exec(url) ?? []
    const name = index ?? decodeURIComponent(url.slice(1))
    const versions = index === undefined ? npm[name] : pypi[name]
    if (versions === undefined) return response.writeHead(404).end('{}')
    const host = `http://127.0.0.1:${server.address().port}`
    const body = index === undefined ? packument(host, name, versions) : links(name, versions)
    response.setHeader('content-type', index === undefined ? 'application/json' : 'text/html')
    response.end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `http://127.0.0.1:${server.address().port}`
  return {
    /** What makes npm and pip ask here and nowhere else. */
    environment: {
      npm_config_registry: host,
      npm_config_cache: join(scratch, 'npm-cache'),
      npm_config_update_notifier: 'false',
      PIP_CONFIG_FILE: '/dev/null',
      PIP_INDEX_URL: `${host}/simple`,
      PIP_EXTRA_INDEX_URL: '',
      PIP_FIND_LINKS: '',
      PIP_NO_CACHE_DIR: '1',
    },
    close: () => server.close(),
  }
}

function packument(host, name, versions) {
  const all = Object.keys(versions)
  return JSON.stringify({
    name,
    'dist-tags': { latest: all.at(-1) },
    time: Object.fromEntries(all.map((version) => [version, '2026-11-20T12:00:00.000Z'])),
    versions: Object.fromEntries(
      all.map((version) => [
        version,
        { name, version, dist: { tarball: `${host}/tarballs/${name}-${version}.tgz` } },
      ]),
    ),
  })
}

function links(name, versions) {
  const rows = Object.keys(versions).map((version) => wheelName(name, version))
  return `<html><body>${rows.map((file) => `<a href="/wheels/${file}">${file}</a>`).join('\n')}</body></html>`
}

function packTarball(scratch, name, version, files) {
  const place = join(scratch, 'npm-sources', `${name}-${version}`)
  write(place, {
    ...files,
    'package.json': JSON.stringify({ name, version, type: 'module', main: 'index.js' }),
  })
  run('npm', ['pack', '--pack-destination', scratch, place], place)
  return join(scratch, `${name}-${version}.tgz`)
}

function wheelName(name, version) {
  return `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl`
}

function packWheel(scratch, name, version, files) {
  const place = join(scratch, 'wheel-sources', `${name}-${version}`)
  const facts = `${name.replaceAll('-', '_')}-${version}.dist-info`
  const all = {
    ...files,
    [`${facts}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
    [`${facts}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: planted\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  }
  const record = [...Object.keys(all), `${facts}/RECORD`].map((path) => `${path},,\n`).join('')
  write(place, { ...all, [`${facts}/RECORD`]: record })
  const wheel = join(scratch, wheelName(name, version))
  const tops = [...new Set([...Object.keys(files), facts].map((path) => path.split('/')[0]))]
  run('python3', ['-m', 'zipfile', '-c', wheel, ...tops], place)
  return wheel
}

function write(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function run(command, args, cwd) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}
