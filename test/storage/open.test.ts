import { expect, test } from 'vitest'
import type { Database } from '../../src/storage/driver.js'
import { closeDatabase } from '../../src/storage/open.js'

function database(code: string) {
  const closed: true[] = []
  const fake: Pick<Database, 'readOnly' | 'exec' | 'close'> = {
    readOnly: false,
    exec() {
      throw Object.assign(new Error(code), { code })
    },
    close: () => void closed.push(true),
  }
  return { closed, close: () => closeDatabase(fake as Database) }
}

test.each(['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE'])(
  'a file whose log cannot be folded now (%s) is closed without a word: all is in the log',
  (code) => {
    const { closed, close } = database(code)
    close()
    expect(closed).toEqual([true])
  },
)

test('a damaged file is closed, and says so', () => {
  const { closed, close } = database('SQLITE_CORRUPT')
  expect(close).toThrow('SQLITE_CORRUPT')
  expect(closed).toEqual([true])
})
