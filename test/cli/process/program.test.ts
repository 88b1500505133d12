import { expect, test } from 'vitest'
import { type Machine, toStartable } from '../../../src/cli/process/program.js'

function windows(files: readonly string[], more: Readonly<Record<string, string>> = {}): Machine {
  return {
    platform: 'win32',
    environment: {
      path: 'C:\\Windows;C:\\Program Files\\nodejs',
      PathExt: '.COM;.EXE;.BAT;.CMD',
      COMSPEC: 'C:\\Windows\\system32\\cmd.exe',
      ...more,
    },
    isFile: (path) => files.some((file) => file.toLowerCase() === path.toLowerCase()),
  }
}

const npm = 'C:\\Program Files\\nodejs\\npm.cmd'

test('elsewhere a program is started as it was typed', () => {
  const machine = { ...windows([npm]), platform: 'linux' } as const
  expect(toStartable('npm', ['test'], machine)).toEqual({ file: 'npm', args: ['test'], isVerbatim: false })
})

test('on Windows a script is found by the endings that nobody types, and run by the interpreter', () => {
  expect(toStartable('npm', ['test'], windows([npm]))).toEqual({
    file: 'C:\\Windows\\system32\\cmd.exe',
    args: ['/d', '/s', '/c', '"C:\\Program^ Files\\nodejs\\npm.CMD ^^^"test^^^""'],
    isVerbatim: true,
  })
})

test('a program is started without it, and one that is not found as it was typed, for the error to name it', () => {
  const node = 'C:\\Program Files\\nodejs\\node.exe'
  expect(toStartable('node', ['-v'], windows([node]))).toMatchObject({
    file: 'C:\\Program Files\\nodejs\\node.EXE',
    isVerbatim: false,
  })
  expect(toStartable('nothing', [], windows([]))).toEqual({ file: 'nothing', args: [], isVerbatim: false })
})

test('a program with its folder and ending is taken from there', () => {
  const own = 'D:\\tools\\run.bat'
  expect(toStartable(own, [], windows([own])).args.at(-1)).toBe('"D:\\tools\\run.bat"')
})

test('what an argument holds is neither taken for another nor run', () => {
  const { args } = toStartable('npm', ['a b', 'x & del *', '%PATH%', 'say "hi"', 'end\\'], windows([npm]))
  const line = args.at(-1)?.slice(1, -1) ?? ''
  // What the interpreter takes for its own is escaped each time that it reads the line.
  const once = line.replace(/\^(.)/g, '$1')
  const twice = once.replace(/\^(.)/g, '$1')
  expect(twice).toContain('"a b" "x & del *" "%PATH%" "say \\"hi\\"" "end\\\\"')
  expect(once).toContain('^&')
  expect(line).not.toMatch(/[^^]&/)
})
