import { describe, expect, test } from 'vitest'
import {
  MARK,
  type Manager,
  type ManagerCommand,
  managerOf,
  renderTaskCommand,
  type ServiceCommand,
} from '../../../src/cli/service/files.js'
import {
  type Ended,
  install,
  readServiceStatus,
  type ServiceHost,
  uninstall,
} from '../../../src/cli/service/service.js'

const command: ServiceCommand = {
  words: ['/opt/node 24/bin/node', '--max-semi-space-size=8', '/opt/pmx "x" 50%/bin/pmx-local.js', 'start'],
  environment: { MALLOC_MMAP_THRESHOLD_: '524288' },
}

/** A machine of files in memory, on which every step ends as said. */
function machine(
  files: Record<string, string> = {},
  ends: (step: ManagerCommand) => Ended = () => ({ code: 0, text: '' }),
) {
  const done: string[] = []
  const host: ServiceHost = {
    read: (path) => files[path],
    write(path, text) {
      files[path] = text
      done.push(`write ${path}`)
    },
    remove(path) {
      delete files[path]
      done.push(`remove ${path}`)
    },
    run(step) {
      done.push(step.join(' '))
      return ends(step)
    },
  }
  return { host, files, done }
}

function manager(platform: NodeJS.Platform, environment = {}): Manager {
  const found = managerOf(platform, '/home/ada', environment, 501)
  if (found === undefined) throw new Error(`none on ${platform}`)
  return found
}

describe.each(['linux', 'darwin'] as const)('on %s', (platform) => {
  const { path } = manager(platform)

  test('install writes the file, then starts it; again, it replaces its own', () => {
    const { host, files, done } = machine()
    install(manager(platform), command, host, false)
    expect(files[path]).toContain(MARK)
    expect(done[0]).toBe(`write ${path}`)
    expect(done.slice(1)).toEqual(manager(platform).install.map((step) => step.join(' ')))
    done.length = 0
    install(manager(platform), { ...command, words: ['/other'] }, host, false)
    expect(files[path]).toContain('/other')
    expect(done[0]).toBe(manager(platform).uninstall[0]?.join(' '))
  })

  test('a file that somebody else wrote is neither overwritten nor taken away', () => {
    const { host, files, done } = machine({ [path]: 'mine' })
    expect(() => install(manager(platform), command, host, false)).toThrow('was not written by pmx-local')
    expect(() => uninstall(manager(platform), host, false)).toThrow('was not written by pmx-local')
    expect(readServiceStatus(manager(platform), host)).toMatchObject({ isInstalled: false, isRunning: false })
    expect(files).toEqual({ [path]: 'mine' })
    expect(done).toEqual([])
  })

  test('a dry run changes nothing and tells all of it', () => {
    const { host, files, done } = machine()
    const told = install(manager(platform), command, host, true).join('\n')
    expect(told).toContain(path)
    expect(told).toContain(MARK)
    for (const step of manager(platform).install) expect(told).toContain(step.join(' '))
    expect(files).toEqual({})
    expect(done).toEqual([])
  })

  test('uninstall stops it even where that fails, and takes the file away; without one it says so', () => {
    const { host, files } = machine({}, () => ({ code: 5, text: 'not loaded' }))
    expect(() => uninstall(manager(platform), host, false)).toThrow('is not installed')
    host.write(path, manager(platform).text(command))
    uninstall(manager(platform), host, false)
    expect(files).toEqual({})
  })

  test('a step that fails is told with what it said, and where its program is missing', () => {
    const failing = machine({}, () => ({ code: 1, text: 'no bus' }))
    expect(() => install(manager(platform), command, failing.host, false)).toThrow(/ended with 1: no bus/)
    const missing = machine({}, () => ({ code: undefined, text: '' }))
    expect(() => install(manager(platform), command, missing.host, false)).toThrow('was not found')
  })

  test('status tells both: installed, and running', () => {
    const { host } = machine({ [path]: manager(platform).text(command) }, () => ({ code: 3, text: '' }))
    expect(readServiceStatus(manager(platform), host)).toEqual({ path, isInstalled: true, isRunning: false })
  })
})

test('words of a unit are quoted: spaces, quotes and what systemd would take for its own', () => {
  const unit = manager('linux').text(command)
  expect(unit).toContain(
    'ExecStart="/opt/node 24/bin/node" "--max-semi-space-size=8" "/opt/pmx \\"x\\" 50%%/bin/pmx-local.js" "start"',
  )
  expect(unit).toContain('Environment="MALLOC_MMAP_THRESHOLD_=524288"')
})

test('the unit lies where systemd looks, as the user has set it', () => {
  expect(manager('linux', { XDG_CONFIG_HOME: '/cfg' }).path).toBe('/cfg/systemd/user/pmx-local.service')
  expect(manager('linux').path).toBe('/home/ada/.config/systemd/user/pmx-local.service')
})

test('an agent is XML, whatever a path holds', () => {
  const text = manager('darwin').text({ words: ['/a & <b>'], environment: {} })
  expect(text).toContain('<string>/a &amp; &lt;b&gt;</string>')
})

test('on Windows the Task Scheduler is told by its owner', () => {
  expect(managerOf('win32', 'C:\\Users\\ada', {}, 0)).toBeUndefined()
  expect(renderTaskCommand({ words: ['C:\\Program Files\\node.exe', 'start'], environment: {} })).toBe(
    'schtasks /Create /TN pmx-local /SC ONLOGON /TR "\\"C:\\Program Files\\node.exe\\" \\"start\\""',
  )
})
